export const passwordRule = (password: string): string | null =>
  password === '' ? 'Please enter your password' : null

/** What the server says about a password that was asked for again, at its field. */
export const passwordProblems = {
  'password-wrong': 'password',
  'password-missing': 'password',
  'login-locked': 'password',
} as const
