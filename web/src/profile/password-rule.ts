export const passwordRule = (password: string): string | null =>
  password === '' ? 'Please enter your password' : null

/** Field for the server's messages about a password that was asked for again. */
export const passwordProblems = {
  'password-wrong': 'password',
  'password-missing': 'password',
  'login-locked': 'password',
} as const
