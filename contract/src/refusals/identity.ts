/** Refusals about accounts, factors and sign-in: code → HTTP status and message. */
export const errors = {
  'token-not-found': { status: 404, message: 'Access token not found' },
  'token-limit': {
    status: 409,
    message: 'You have reached the limit of {limit} access tokens. Please end one that you no longer need.',
  },
  'token-end': { status: 400, message: 'An access token ends within a year at the latest.' },
  'factor-wrong': {
    status: 400,
    message: 'This code is not right, or was used before. Please enter a new one.',
  },
  'factor-not-found': { status: 404, message: 'This second factor is no longer there.' },
  'factor-none': { status: 409, message: 'There is no second factor.' },
  'factor-last': {
    status: 409,
    message: 'Your role needs a second factor. Please add another one before you remove this one.',
  },
  'factors-full': { status: 409, message: 'You have 10 second factors. Please remove one first.' },
  'push-keys': { status: 400, message: 'This browser gave keys that cannot be used. Please try again.' },
  'push-limit': {
    status: 409,
    message: 'You get notices in {limit} browsers already. Please remove one that you no longer need.',
  },
  'push-service': {
    status: 400,
    message:
      'This browser has its notices brought by a service that Deedbox does not send to. Your administrator can allow it.',
  },
  'push-failed': {
    status: 502,
    message: 'The push service of that browser did not take the notice. Please try again later.',
  },
  'push-gone': {
    status: 409,
    message: 'That browser takes no more notices, so it was removed. You can switch them on there again.',
  },
  'login-invalid': { status: 401, message: 'Invalid email or password. Please check your credentials.' },
  'login-locked': { status: 429, message: 'Too many attempts' },
  'passkey-expired': { status: 400, message: 'This took too long. Please try again.' },
  'passkey-invalid': { status: 400, message: 'This passkey could not be verified. Please try again.' },
  'passkey-exists': { status: 409, message: 'This passkey is already in use.' },
  'passkeys-unavailable': { status: 409, message: 'Passkeys do not work at the address of this Deedbox.' },
  'account-exists': {
    status: 409,
    message:
      'An account with this email already exists. Please log in instead, or use "Forgot password" if needed.',
  },
  'verification-mail-failed': {
    status: 502,
    message: 'Failed to send verification email. Please try again.',
  },
  'verification-failed': {
    status: 400,
    message: 'Verification failed. Please check your code and try again.',
  },
  'code-expired': { status: 400, message: 'Your verification code has expired.' },
  'code-dead': { status: 400, message: 'Too many wrong codes. Please request a new one.' },
  'no-pending-signup': {
    status: 400,
    message: 'No pending signup found. Please start the signup process again.',
  },
  'password-weak': { status: 400, message: 'Please choose a stronger password' },
  'password-short': { status: 400, message: 'Password must be at least 6 characters long.' },
  'password-compromised': {
    status: 400,
    message: 'This password has been found in data breaches. Please choose a different password.',
  },
  'reset-link-invalid': {
    status: 400,
    message: 'This reset link is no longer valid. Please request a new one.',
  },
  'provider-required': {
    status: 403,
    message:
      'People with an email at {domain} sign in with {provider} only. Please choose “Continue with {provider}”.',
  },
  'provider-failed': { status: 502, message: 'Signing in with the provider did not work. Please try again.' },
  'provider-refused': {
    status: 403,
    message:
      'This provider cannot sign you in to Deedbox. Please sign in as before, or ask the administrator of your organisation.',
  },
  'provider-unverified': {
    status: 403,
    message: 'The provider has not confirmed that this email is yours, so it cannot sign you in to Deedbox.',
  },
  'provider-other-account': {
    status: 403,
    message:
      'There is an account with this email that this provider may not sign in to. Please sign in as before, and link the provider on your profile.',
  },
  'provider-not-found': { status: 404, message: 'Sign-in provider not found' },
  'provider-limit': {
    status: 409,
    message: 'There are enough sign-in providers here. Please remove one first.',
  },
  'domain-public': {
    status: 400,
    message: 'Anybody can have an email at {domain}, so it belongs to no organisation.',
  },
  'domain-exists': { status: 409, message: 'This domain is already there.' },
  'domain-taken': { status: 409, message: 'This domain belongs to another sign-in provider.' },
  'domain-limit': { status: 409, message: 'A sign-in provider has at most {limit} domains.' },
  'domain-not-found': { status: 404, message: 'Domain not found' },
  'domain-confirmed': { status: 409, message: 'This domain is already confirmed.' },
  'identity-taken': { status: 409, message: 'This identity already belongs to another account.' },
  'identity-linked': { status: 409, message: 'Your account is already linked with this provider.' },
  'identity-not-found': { status: 404, message: 'This identity is no longer linked.' },
  'last-way-in': {
    status: 409,
    message: 'This is your only way to sign in. Please set a password or add a passkey first.',
  },
  'saml-metadata': { status: 400, message: 'This metadata could not be used. {why}' },
  'setup-link-invalid': { status: 404, message: 'This set-up link is not valid or has already been used.' },
  'invitation-invalid': {
    status: 404,
    message: 'This invitation is no longer valid. Please ask for a new one.',
  },
  'invitation-not-found': { status: 404, message: 'Invitation not found' },
  'invitation-accepted': { status: 409, message: 'This person has signed up already.' },
  'invitation-withdrawn': { status: 409, message: 'This invitation is withdrawn already.' },
  'invitation-replaced': { status: 409, message: 'An administrator has made a newer invitation.' },
  'invitation-over': { status: 409, message: 'This invitation is over. Please invite this person anew.' },
  'invited-again': { status: 409, message: 'This person was invited again within the last 24 hours.' },
  'invitation-exists': { status: 409, message: 'This person already has an open invitation.' },
  'invite-not-allowed': {
    status: 403,
    message: 'You can invite requestors and guests to your own organisation only.',
  },
  'invite-unconfirmed': {
    status: 403,
    message:
      'You can invite people once an administrator has confirmed your account. Until then you can share with people who already have an account.',
  },
  'user-exists': { status: 409, message: 'A person with this email already has an account.' },
  'no-pending-code': { status: 400, message: 'This code is no longer valid. Please request a new one.' },
  'password-wrong': { status: 400, message: 'This is not your password.' },
  'password-missing': {
    status: 409,
    message: 'Your account has no password yet. Sign out and set one with "Forgot password", then try again.',
  },
  'email-same': { status: 400, message: 'This is your email already.' },
  'email-closed': {
    status: 409,
    message:
      'The account with this email was closed, and the email cannot be used again. Please use another email, or write to {support}.',
  },
  'phone-sign-up': {
    status: 422,
    message:
      'An account needs an email, because documents are shared by email. Please sign up with one, and add the phone number afterwards.',
  },
  'phone-same': { status: 400, message: 'You already sign in with this number.' },
  'phone-taken': { status: 409, message: 'This number cannot be used here. Please choose another one.' },
  'phone-is-factor': {
    status: 409,
    message:
      'One number cannot be both your way to sign in and your second factor. Please choose another one.',
  },
  'phone-code-invalid': {
    status: 401,
    message: 'This number or code is not right, or the code is no longer valid. Please request a new one.',
  },
  'wallet-off': { status: 403, message: 'Wallets cannot be used to sign in here.' },
  'wallet-invalid': {
    status: 401,
    message: 'This message is for another site, has expired or has a wrong signature. Please sign a new one.',
  },
  'wallet-unknown': {
    status: 401,
    message: 'No account signs in with this wallet. Sign in another way first and link it.',
  },
  'wallet-taken': { status: 409, message: 'This wallet is already linked with an account.' },
  'redirect-not-allowed': {
    status: 400,
    message: 'This address to return to is not allowed here. An administrator can allow its origin.',
  },
  'pkce-needed': {
    status: 400,
    message: 'A code_challenge of the method S256 is needed (flowType: pkce).',
  },
  'flow-unknown': {
    status: 400,
    message: 'This browser did not begin this sign-in, or it took too long. Please begin again.',
  },
  'auth-code-unknown': {
    status: 404,
    message: 'This code is not known, or was used already. Please begin again.',
  },
  'auth-code-expired': { status: 403, message: 'This code has expired. Please begin again.' },
  'code-verifier-wrong': { status: 400, message: 'This code was given to another client.' },
  'id-token-invalid': {
    status: 400,
    message: 'This ID token is invalid, has expired or has another nonce.',
  },
  'challenge-expired': { status: 422, message: 'This challenge has expired. Please ask for a new one.' },
  'passkey-elsewhere': { status: 422, message: 'Passkeys are added and used on the pages of Deedbox only.' },
  'phone-needed': { status: 400, message: 'Please enter a phone number' },
  'sign-up-closed': {
    status: 403,
    message: 'New accounts cannot be made here at the moment. Questions: {email}',
  },
  'sign-up-invited': {
    status: 403,
    message:
      'You need an invitation to make an account here. If you have one, use the email that it was sent to. Questions: {email}',
  },
  'sign-up-role': { status: 403, message: 'People cannot sign up as a {role} here. Questions: {email}' },
  'password-same': { status: 422, message: 'This is your password already. Please choose a new one.' },
  'nonce-invalid': { status: 422, message: 'This code is wrong or has expired.' },
  'refresh-token-invalid': { status: 400, message: 'This session has ended. Please sign in again.' },
  'refresh-token-used': {
    status: 400,
    message: 'This refresh token was used before, so its session has ended. Please sign in again.',
  },
  'grant-type': { status: 400, message: 'This way to sign in is not available here.' },
} as const
