import type { PasswordProblem } from './password-problem.ts'

/**
 * Messages that server and web share, word for word from section 8 of the specification where it has one. `errors`: code → HTTP status and message.
 * `success`: what a toast says after a successful action.
 */
export const errors = {
  'invalid-input': { status: 400, message: 'Please check the highlighted fields.' },
  'malformed-request': { status: 400, message: 'This request could not be read.' },
  'not-signed-in': { status: 401, message: 'Please sign in to continue.' },
  'factor-needed': { status: 401, message: 'Please confirm with your second factor to continue.' },
  'enrolment-needed': {
    status: 403,
    message: 'Please set up a second factor to continue. Your role needs one.',
  },
  'proof-needed': { status: 403, message: 'Please confirm that it is you.' },
  'renewed-elsewhere': {
    status: 403,
    message:
      'A client of the authentication API proves who you are there: by signing in again, or with a second factor.',
  },
  'scope-missing': { status: 403, message: 'This access token may not do that.' },
  'token-invalid': { status: 401, message: 'This access token is invalid or has expired.' },
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
  'factors-own': {
    status: 403,
    message: 'You cannot reset your own second factors. You can remove them on your profile.',
  },
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
  'session-ended': { status: 401, message: 'This session has ended. Please sign in again.' },
  'not-allowed': { status: 403, message: 'You do not have permission to do this.' },
  'access-expired': { status: 403, message: 'Your access has expired.' },
  'wrong-origin': { status: 403, message: 'This request did not come from Deedbox.' },
  'not-found': { status: 404, message: 'Not found' },
  'client-not-found': { status: 404, message: 'Client not found' },
  'document-not-found': { status: 404, message: 'Document not found' },
  'method-not-allowed': { status: 405, message: 'This address does not accept this kind of request.' },
  'request-too-slow': { status: 408, message: 'The request took too long to arrive. Please try again.' },
  'request-too-large': { status: 413, message: 'This request is too large.' },
  'address-too-long': { status: 414, message: 'This address is too long.' },
  'content-type': { status: 415, message: 'This type of content is not accepted here.' },
  'headers-too-large': { status: 431, message: 'The headers of this request are too large.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  unexpected: { status: 500, message: 'An unexpected error occurred. Please try again.' },
  unavailable: { status: 503, message: 'Deedbox is not available at the moment. Please try again shortly.' },
  'no-space': {
    status: 503,
    message:
      'There is no space left to save anything. Nothing was changed. Please tell your administrator and try again later.',
  },
  'storage-unavailable': {
    status: 503,
    message: 'File storage is not available at the moment. Please try again shortly.',
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
  'outside-limit': {
    status: 429,
    message:
      'You have sent {limit} messages to people without an account {span}, which is your limit. You can send the next one {when}.',
  },
  'recipient-stopped': {
    status: 403,
    message: 'This person reported a message from you. Deedbox no longer sends them messages from you.',
  },
  'report-link-invalid': {
    status: 404,
    message: 'This link is not valid. Please open it from the email again.',
  },
  'role-own': { status: 403, message: 'You cannot change your own role. Another administrator can.' },
  'deactivate-own': { status: 403, message: 'You cannot deactivate yourself.' },
  'sign-out-own': { status: 403, message: 'Your own sessions are on your profile.' },
  'hand-over-own': {
    status: 403,
    message: 'You cannot hand over your own work here. Your documents are handed over on your profile.',
  },
  'already-deactivated': { status: 409, message: 'This person is already deactivated.' },
  'not-deactivated': { status: 409, message: 'This person is not deactivated.' },
  'person-above': { status: 403, message: 'Only an administrator can change this person.' },
  'role-not-yours': { status: 403, message: 'You can make members requestors or guests only.' },
  'account-closed': { status: 409, message: 'This person closed the account. It stays as a record.' },
  'matter-import-nothing': { status: 409, message: 'There is nothing to import in this file.' },
  'matter-import-not-found': { status: 404, message: 'Import not found' },
  'import-empty': { status: 400, message: 'This file has no rows.' },
  'import-too-large': { status: 413, message: 'A file for an import has at most 5 MB.' },
  'import-too-long': { status: 400, message: 'A file has at most 10,000 rows. Please split it.' },
  'import-unreadable': { status: 400, message: 'This file could not be read as CSV. {why}' },
  'import-columns': { status: 400, message: 'The columns of this file are not clear. {why}' },
  'import-wrong': { status: 409, message: 'Some rows are wrong. Nothing was imported.' },
  'import-nothing': { status: 409, message: 'There is nobody to invite in this file.' },
  'import-other-file': {
    status: 409,
    message: 'This is not the file of the preview. Nothing was imported. Please choose the file again.',
  },
  'import-changed': {
    status: 409,
    message: 'Something has changed since the preview. Nothing was imported. Please check the preview again.',
  },
  'import-limit': {
    status: 429,
    message:
      'You can invite {limit} people by file or again within 24 hours, and {left} more for now. Nobody was invited. An administrator can invite more.',
  },
  'user-exists': { status: 409, message: 'A person with this email already has an account.' },
  'user-not-found': { status: 404, message: 'Person not found' },
  'organization-not-found': { status: 404, message: 'Organisation not found' },
  'organization-exists': { status: 409, message: 'An organisation with this name already exists.' },
  'abn-taken': { status: 409, message: 'Another organisation has this ABN.' },
  'acn-taken': { status: 409, message: 'Another organisation has this ACN.' },
  'organization-changed': {
    status: 409,
    message: 'Somebody else has changed this organisation in the meantime. Your changes are not saved yet.',
  },
  'organization-deactivated': { status: 409, message: 'This organisation is deactivated.' },
  'organization-leaving': { status: 409, message: 'This organisation is leaving already.' },
  'organization-stays': { status: 409, message: 'This organisation is not leaving any more.' },
  'organization-not-locked': {
    status: 409,
    message: 'Only what is locked can be destroyed: 90 days after the organisation began to leave.',
  },
  'destruction-asked': { status: 409, message: 'Somebody has already asked to destroy these documents.' },
  'destruction-not-asked': {
    status: 409,
    message: 'Nobody asks to destroy these documents any longer, or it has begun.',
  },
  'destruction-nothing': { status: 409, message: 'This organisation has no document left to destroy.' },
  'destruction-begun': {
    status: 409,
    message: 'The destruction of its documents has begun, so this organisation cannot stay.',
  },
  'destruction-second': {
    status: 403,
    message: 'You asked to destroy these documents. Another administrator must confirm it.',
  },
  'destruction-day-future': { status: 400, message: 'This day must not be in the future.' },
  'organization-locked': {
    status: 409,
    message: 'Your organisation has left and its documents are locked, so nothing can be added to them.',
  },
  'organization-active': { status: 409, message: 'This organisation is not deactivated.' },
  'matter-not-found': { status: 404, message: 'Matter not found' },
  'matter-changed': {
    status: 409,
    message: 'Somebody else has changed this matter in the meantime. Your changes are not saved yet.',
  },
  'due-date-not-found': { status: 404, message: 'This date is not there any more.' },
  'due-date-changed': {
    status: 409,
    message: 'Somebody else has changed this date in the meantime. Your changes are not saved yet.',
  },
  'date-rule-not-found': { status: 404, message: 'This rule is not there.' },
  'date-rule-changed': {
    status: 409,
    message: 'Somebody else has changed this rule in the meantime. Your changes are not saved yet.',
  },
  'due-date-people': {
    status: 400,
    message: 'Only confirmed trustees and administrators can be reminded, and {email} is not one.',
  },
  'due-date-settled': { status: 409, message: 'This date is done already, or not needed.' },
  'due-date-open': { status: 409, message: 'This date is open already.' },
  'due-date-earlier': { status: 400, message: 'The new day must be later than the one before.' },
  'nomination-not-found': { status: 404, message: 'This nomination is not there.' },
  'nomination-ended': { status: 409, message: 'This nomination has ended.' },
  'nomination-changed': {
    status: 409,
    message: 'Somebody else has changed this nomination in the meantime. Your changes are not saved yet.',
  },
  'nomination-asked': {
    status: 409,
    message: 'Somebody asks for a release by this nomination, so its absences cannot be changed now.',
  },
  'nomination-instruction': {
    status: 400,
    message: 'Please choose the document with the client’s written instruction.',
  },
  'nomination-past': { status: 400, message: 'The last day must be in the future.' },
  'nomination-owner': { status: 400, message: 'There is no account with this email address.' },
  'nomination-documents': {
    status: 400,
    message: 'One of these documents is not in the matter. Please choose them again.',
  },
  'nominee-owner': { status: 400, message: 'The owner cannot be a nominee for what is theirs.' },
  'nominee-answered': { status: 409, message: 'You have answered this already.' },
  'nominee-not-accepted': { status: 409, message: 'Please accept to be a nominee first.' },
  'release-asked': { status: 409, message: 'You have asked for this already.' },
  'release-none': { status: 409, message: 'Nobody asks for this any more.' },
  'release-open': {
    status: 409,
    message: 'Access has begun, so it cannot be taken back. The owner can end it.',
  },
  'release-running': {
    status: 409,
    message: 'You have asked for access. Please take that back first, or wait until it is over.',
  },
  'release-agreed': { status: 409, message: 'Somebody has agreed to this already.' },
  'release-own': { status: 403, message: 'You are a nominee yourself. Another trustee must agree.' },
  'release-evidence': {
    status: 409,
    message: 'There are ten files already. Please tell us in words what is missing.',
  },
  'inspection-not-found': { status: 404, message: 'This request is not there.' },
  'inspection-decided': { status: 409, message: 'Somebody has decided this request already.' },
  'inspection-ground': { status: 409, message: 'Please open the page again and choose why you may ask.' },
  'entitled-not-found': { status: 404, message: 'This entry is not there.' },
  'entitled-changed': {
    status: 409,
    message: 'Somebody else has changed this entry in the meantime. Your changes are not saved yet.',
  },
  'matter-has-documents': { status: 409, message: 'This is in the matter already.' },
  'matter-lacks-documents': { status: 409, message: 'This is not in the matter any more.' },
  'matter-empty': { status: 409, message: 'There is no document in this matter that you could share.' },
  'matter-shared': {
    status: 409,
    message: 'This matter is shared with this person already. Renew that share, or end it first.',
  },
  'matter-share-limit': { status: 409, message: 'This matter is shared with as many people as it can be.' },
  'matter-too-large': {
    status: 409,
    message:
      'Up to {limit} grants can be given at once (documents times people), and this would be more. Please share with fewer people at a time, or share chosen documents.',
  },
  'matter-run-not-found': { status: 404, message: 'There is nothing to undo.' },
  'matter-run-over': { status: 409, message: 'This can no longer be undone.' },
  'matter-client-none': { status: 409, message: 'No document of this client is without a matter any more.' },
  'matter-client-large': {
    status: 409,
    message:
      'More than 1,000 documents of this client are in no matter. Make a matter from the client’s page.',
  },
  'matter-share-over': { status: 409, message: 'This share has ended already.' },
  'matter-person': {
    status: 400,
    message: 'The responsible trustee must be a confirmed trustee or an administrator.',
  },
  'party-not-found': { status: 404, message: 'Party not found' },
  'party-changed': {
    status: 409,
    message: 'Somebody else has changed this party in the meantime. Your changes are not saved yet.',
  },
  'party-same': { status: 409, message: 'Please choose another party to merge this one into.' },
  'party-kinds': {
    status: 409,
    message: 'One is a person and the other is not. Correct the kind of one of them first.',
  },
  'check-not-found': { status: 404, message: 'Identity check not found' },
  'check-class': { status: 400, message: 'A class of people has no identity to check. Check its members.' },
  'check-future': { status: 400, message: 'The day of the check is in the future' },
  'check-people': {
    status: 400,
    message: '{email} cannot be named: only confirmed trustees and administrators can.',
  },
  'check-withdrawn': { status: 409, message: 'It was said already that this check does not count.' },
  'death-not-found': { status: 404, message: 'Record of a death not found' },
  'death-person': { status: 400, message: 'Only a person can die. A company is wound up: end its roles.' },
  'death-future': { status: 400, message: 'The day of death is in the future' },
  'death-recorded': {
    status: 409,
    message: 'The death of this person is recorded already. Correct the record if it is wrong.',
  },
  'death-corrected': { status: 409, message: 'Somebody else has corrected this record in the meantime.' },
  'death-evidence': {
    status: 409,
    message: 'No document is named as evidence yet. Correct the record and name it.',
  },
  'death-seen': { status: 409, message: 'Somebody has confirmed having seen the evidence already.' },
  'power-kind': {
    status: 400,
    message:
      'Please choose an enduring power of attorney or guardianship. Correct the kind of the document if it is one.',
  },
  'power-ended': { status: 409, message: 'The person who gave this power has died.' },
  'power-set': { status: 409, message: 'This access rests on the power already.' },
  'power-free': { status: 409, message: 'This access does not rest on a power of this person any more.' },
  'role-not-found': { status: 404, message: 'Role not found' },
  'role-ended': { status: 409, message: 'This role has ended already. Correct it if its last day is wrong.' },
  'role-end': { status: 400, message: 'The last day is before the first' },
  'role-corrected': { status: 409, message: 'Somebody else has corrected this role in the meantime.' },
  'role-kind': { status: 400, message: 'Matters of this kind do not have this role' },
  'role-limit': { status: 409, message: 'This matter has as many recorded roles as it can have.' },
  'packet-not-found': { status: 404, message: 'Packet not found' },
  'packet-not-yours': {
    status: 409,
    message: 'Only the person who holds this packet can do this. Ask them to hand it on.',
  },
  'packet-out': { status: 409, message: 'This packet is out. It has to be brought back first.' },
  'packet-in': { status: 409, message: 'This packet is in the practice already.' },
  'packet-holder-here': {
    status: 409,
    message:
      'A packet is taken over by an administrator, and only from somebody whose account is deactivated.',
  },
  'packet-full': { status: 409, message: 'This packet has as many entries or originals as it can have.' },
  'packet-same': { status: 409, message: 'The original is in this packet already.' },
  'holder-unfit': {
    status: 400,
    message: 'Only a confirmed trustee or an administrator can hold a packet.',
  },
  'holder-same': { status: 400, message: 'This person holds the packet already.' },
  'entry-not-found': { status: 404, message: 'Entry not found' },
  'entry-corrected': { status: 409, message: 'Somebody else has corrected this entry in the meantime.' },
  'entry-not-yours': {
    status: 403,
    message: 'An entry is corrected by the person who made it, or by an administrator.',
  },
  'entry-stands': {
    status: 409,
    message:
      'Something was recorded after this entry, or it is the first. Its words can be corrected, but it cannot be taken back.',
  },
  'entry-plain': { status: 409, message: 'There is nothing in this entry that can be corrected.' },
  'original-not-found': { status: 404, message: 'Original not found' },
  'original-changed': {
    status: 409,
    message: 'Somebody else has changed this original in the meantime. Your changes are not saved yet.',
  },
  'stock-take-not-found': { status: 404, message: 'Stock-take not found' },
  'stock-take-ended': { status: 409, message: 'This stock-take has ended. Begin a new one.' },
  'labels-none': { status: 409, message: 'No packet matches, so there are no labels.' },
  'labels-many': {
    status: 409,
    message: 'These are more than 240 packets. Please filter the list first.',
  },
  'paper-elsewhere': { status: 409, message: 'Please choose a document of the packet’s matter.' },
  'place-not-found': { status: 404, message: 'Place not found' },
  'place-exists': { status: 409, message: 'This place is in the list already.' },
  'place-retired': { status: 409, message: 'This place is retired.' },
  'place-used': { status: 409, message: 'Packets lie in this place. Put them in another one first.' },
  'place-limit': { status: 409, message: 'There are as many places as there can be.' },
  'expected-past': { status: 400, message: 'Please choose today or a later day' },
  'custody-keeps': {
    status: 409,
    message:
      'The custody register names this document: its original is kept, or it proves an entry. It cannot be deleted.',
  },
  'not-a-trustee': { status: 409, message: 'Only an unconfirmed trustee can be confirmed.' },
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
  'last-administrator': {
    status: 409,
    message: 'You are the last administrator. Please make somebody else an administrator first.',
  },
  'owns-documents': {
    status: 409,
    message: 'You still own documents. Please hand them over or delete them first.',
  },
  'hand-over-trustee': {
    status: 409,
    message: 'Documents can only be handed over to another trustee whom an administrator has confirmed.',
  },
  'hand-over-nothing': { status: 409, message: 'There is nothing to hand over.' },
  'hand-over-keeper': {
    status: 409,
    message: 'Only another person can take this over: a confirmed trustee or an administrator.',
  },
  'hand-over-holder': {
    status: 409,
    message:
      'Packets are handed over once the account is deactivated. Until then their holder hands them on.',
  },
  'hand-over-reason': { status: 400, message: 'The custody register needs a reason.' },
  'hand-over-gone': {
    status: 409,
    message: 'Some of what you chose is no longer theirs. Please look at the list again.',
  },
  'not-a-guest': { status: 409, message: 'Only a guest has an access expiry date.' },

  'file-type': {
    status: 415,
    message:
      'This type of file cannot be stored. Choose a PDF, PNG, JPEG, WebP, TIFF, plain text, DOCX, XLSX, ODT or EML file.',
  },
  'file-type-mismatch': { status: 415, message: 'The content of this file does not match its file type.' },
  'file-too-large': { status: 413, message: 'This file is too large.' },
  'file-infected': {
    status: 422,
    message:
      'A virus was found in this file ({signature}), so it was not stored. Do not open it. Tell whoever sent it to you, and your administrator.',
  },
  'scanner-limit': {
    status: 413,
    message:
      'This file is too large to be checked for viruses, so it was not stored. Your administrator can raise the limit of the virus scanner.',
  },
  'scanner-unavailable': {
    status: 503,
    message:
      'This file could not be checked for viruses, so it was not stored. Please try again shortly, and tell your administrator if that does not help.',
  },
  'file-empty': { status: 400, message: 'This file is empty.' },
  'upload-failed': { status: 500, message: 'Failed to upload file' },
  'upload-not-found': { status: 404, message: 'Upload not found' },
  'upload-offset': {
    status: 409,
    message:
      'This part of the file does not follow what has arrived. Please ask how much has arrived, and go on there.',
  },
  'upload-busy': {
    status: 423,
    message: 'This upload is being stored, or is being continued elsewhere. Please try again in a moment.',
  },
  'upload-limit': {
    status: 409,
    message:
      'You have reached the limit of {limit} unfinished uploads. Please finish or discard some of them.',
  },
  'storage-full': {
    status: 413,
    message:
      'You may keep {limit} here and {used} of it is used, so there is no room for this file. Deleted documents and unfinished uploads count until they are removed for good. Your administrator can raise the limit.',
  },
  'upload-pieces': {
    status: 409,
    message: 'This file has come in too many small pieces. Please discard this upload and begin again.',
  },
  'upload-header': { status: 400, message: 'This request is not one of a resumable upload. {why}' },
  'upload-version': { status: 412, message: 'Resumable uploads need the header Tus-Resumable: 1.0.0.' },
  'upload-damaged': {
    status: 500,
    message: 'What had arrived of this file is damaged. Please discard this upload and begin again.',
  },
  'content-damaged': {
    status: 500,
    message:
      'The stored file is damaged and was not opened. An administrator can see this in the audit trail.',
  },
  'content-removed': { status: 410, message: 'The content of this document has been removed.' },
  'attachment-not-found': { status: 404, message: 'This email has no such attachment.' },
  'preview-unavailable': { status: 415, message: 'Preview Not Available' },
  'preview-too-large': {
    status: 422,
    message: 'This file is too large to preview. You can still download it if your access allows it.',
  },
  'too-many-pages': {
    status: 429,
    message: 'Too many pages are being prepared for you at once. Please wait a moment and try again.',
  },
  'file-damaged': {
    status: 422,
    message: 'This {kind} is damaged: its content cannot be read, so it cannot be shown.',
  },
  'file-cut-off': {
    status: 422,
    message: 'This {kind} is damaged: its end is missing, so it cannot be shown.',
  },
  'file-password-needed': {
    status: 422,
    message: 'This PDF has a password. Open it with View and enter the password there.',
  },
  'file-password-wrong': { status: 422, message: 'This is not the password of this PDF. Please try again.' },
  'file-locked': {
    status: 422,
    message:
      'This PDF is protected by something other than a password, such as a certificate, so it cannot be shown here.',
  },
  'preview-failed': {
    status: 422,
    message: 'This file could not be displayed. You can still download it if your access allows it.',
  },
  'key-elsewhere': {
    status: 409,
    message:
      'The master key is not in the data folder, so it is replaced where it is kept: put the new one in front of it, and restart Deedbox.',
  },
  'key-rotating': { status: 409, message: 'The master key is being replaced already.' },
  'title-wrong': { status: 422, message: 'This is not the title of the document.' },
  'document-changed': { status: 409, message: 'The document was changed meanwhile. Please try again.' },
  'part-unreadable': {
    status: 422,
    message: 'Part {part} is not right. Please check its 32 words and their order.',
  },
  'part-repeated': { status: 422, message: 'Part {part} is the same as part {other}.' },
  'part-other': { status: 422, message: 'Part {part} does not belong to the first one.' },
  'parts-few': { status: 422, message: '{needed} parts are needed.' },
  'parts-wrong': {
    status: 422,
    message: 'These parts do not give the key that was divided. One of them was changed.',
  },
  'parts-former': {
    status: 409,
    message: 'These parts give another master key than the current one. Please divide the current one.',
  },
  'key-needed': { status: 409, message: 'Older master keys are still needed.' },
  'backup-unconfigured': {
    status: 409,
    message: 'No place or no key for backups is configured. Set BACKUP_URL and BACKUP_KEY.',
  },
  'backup-running': { status: 409, message: 'A backup is running already.' },
  'take-out-not-found': { status: 404, message: 'Download not found' },
  'take-out-empty': { status: 409, message: 'There are no documents to download.' },
  'evidence-empty': { status: 409, message: 'There are no such events that you may see.' },
  'evidence-too-large': {
    status: 409,
    message: 'Evidence holds up to 20,000 events. Please choose fewer, for example a shorter period.',
  },
  'log-stands-still': {
    status: 409,
    message: 'The transparency log stands still, so nothing can be proved now. Health says why.',
  },
  'take-out-running': {
    status: 409,
    message: 'You are already taking out documents. Wait until that has ended, or cancel it.',
  },
  'take-out-over': {
    status: 409,
    message: 'This download has ended, or was fetched already. Please begin a new one.',
  },
  'download-not-allowed': {
    status: 403,
    message: 'You were given access to view this document, not to download it.',
  },

  'recipient-unknown': { status: 404, message: 'User with email {email} not found in the system' },
  'recipient-unconfirmed': {
    status: 409,
    message: 'This trustee has not been confirmed by an administrator yet.',
  },
  'recipient-owner': { status: 409, message: 'This person owns the document.' },
  'expiry-same': { status: 409, message: 'The access of this person ends on that day already.' },
  'expiry-past': { status: 400, message: 'The expiry date cannot be in the past.' },
  'expiry-far': { status: 400, message: 'The expiry date cannot be more than 10 years away.' },
  'grant-not-found': { status: 404, message: 'Access record not found' },
  'grant-ended': { status: 409, message: 'This access has already been revoked.' },
  'grant-over': { status: 409, message: 'This access has already ended.' },
  'grant-replaced': { status: 409, message: 'This person already has newer access to this document.' },
  'trustee-needs-no-access': {
    status: 409,
    message: 'Trustees have full access to all documents and cannot request additional access',
  },
  'request-not-found': { status: 404, message: 'Request not found' },
  'request-exists': { status: 409, message: 'You already have a pending request for this document.' },
  'request-decided': { status: 409, message: 'This request has already been decided.' },
  'request-own': { status: 403, message: 'You cannot decide your own request.' },
  'request-needs-document': { status: 400, message: 'Please choose the document this request is about.' },
  'request-document-changed': {
    status: 409,
    message: 'This request is about a different document from the one you were shown. Please check it again.',
  },
  'request-too-young': {
    status: 409,
    message: 'A reminder can be sent once a request has been pending for 2 days.',
  },
  'request-reminded': { status: 409, message: 'A reminder was already sent within the last day.' },
  'reminder-to-self': {
    status: 409,
    message: 'This reminder would only go to you. You can decide the request yourself.',
  },
  'extension-date': { status: 400, message: 'Please choose a date for a custom duration.' },
  'extension-shorter': {
    status: 400,
    message: 'This date is not later than the current end of your access.',
  },
  'sms-unavailable': { status: 409, message: 'Text messages are not available here. Please use email.' },
  'sms-failed': { status: 502, message: 'The text message could not be sent. Please try again.' },
  'browsing-limit': {
    status: 429,
    message:
      'You have asked {limit} times in the last 24 hours. Please wait for an answer, or ask again tomorrow.',
  },
  'sms-limit-practice': {
    status: 429,
    message: 'No more text messages can be sent to the practice today. Please ask by email.',
  },
  'sms-limit': {
    status: 429,
    message: 'Too many text messages were asked for. Please try again tomorrow, or use your email.',
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
  'captcha-failed': { status: 400, message: 'Please confirm that you are not a robot, and try again.' },
  'captcha-unavailable': {
    status: 503,
    message: 'The check that you are not a robot does not answer at the moment. Please try again shortly.',
  },
  'nobody-to-ask': { status: 409, message: 'There is no trustee to ask yet.' },
  'owner-request-not-found': { status: 404, message: 'Request not found' },
  'owner-request-hidden': {
    status: 403,
    message: "Access Denied: You don't have permission to view this request.",
  },
  'owner-request-claimed': { status: 409, message: 'Failed to claim request' },
  'owner-request-unclaimed': { status: 409, message: 'Failed to mark request as fulfilled' },
  'owner-request-not-open': {
    status: 409,
    message: 'Documents can be shared here only while the request is claimed and not fulfilled.',
  },
  'owner-request-withdrawn': { status: 409, message: 'The requester has withdrawn this request.' },
  'owner-request-over': { status: 409, message: 'This request has already been answered.' },
  'owner-request-taken': {
    status: 409,
    message: 'This request has already been claimed, so it needs no reminder.',
  },
  'owner-request-self': {
    status: 400,
    message: 'This is your own email address. Please enter the email of the person who holds the documents.',
  },
  'owner-cannot-claim': {
    status: 409,
    message: 'The person with this email cannot claim requests in Deedbox.',
  },
  'owner-request-failed': { status: 500, message: 'Failed to create request record' },
  'setting-changed': {
    status: 409,
    message: 'Another administrator changed this in the meantime. Nothing was saved yet.',
  },
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
  'bulk-changed': {
    status: 409,
    message:
      'Some of the selected access records have changed in the meantime. Nothing was changed. Please check your selection.',
  },
  'mail-not-failed': {
    status: 409,
    message: 'Only a message that has permanently failed can be sent again.',
  },
  'announcement-nobody': { status: 400, message: 'Nobody would get this announcement. Nothing was sent.' },
  'announcement-sent': {
    status: 409,
    message:
      'An announcement with other words was already sent from this form. Look at it in the list before you send this one too.',
  },
  'detail-future': { status: 400, message: 'This day must not be in the future.' },
  'type-follows-kind': {
    status: 400,
    message: 'The type follows from the kind of a document. Please change its kind instead.',
  },
  'link-self': { status: 400, message: 'Please choose another document than this one.' },
  'link-exists': { status: 409, message: 'These two documents are linked already.' },
  'link-full': { status: 409, message: 'A document can have {limit} links at most.' },
  'link-not-found': { status: 404, message: 'This link was taken away in the meantime.' },
  'copy-of-copy': {
    status: 409,
    message: 'This is a copy itself. Please make a copy of the document that it was made from.',
  },
  'copy-not-sighted': {
    status: 409,
    message: 'The custody register has no entry that you sighted a paper original of this document.',
  },
  'copy-locked': { status: 409, message: 'This PDF has a password, so no copy can be made of it.' },
  'copy-too-long': {
    status: 409,
    message: 'A copy can have {limit} pages at most. Please divide the document.',
  },
  'copy-not-found': { status: 404, message: 'This copy does not exist, or you do not have access to it.' },
  'copy-withdrawn': { status: 409, message: 'This copy was withdrawn already.' },
  'signatories-changed': {
    status: 409,
    message: 'Somebody changed the signatories in the meantime. Please close this and look at them again.',
  },
  'documents-changed': {
    status: 409,
    message: 'Corrected in the meantime: {which}. Nothing was saved yet.',
  },
  'documents-refused': {
    status: 409,
    message:
      'Some of these documents have changed in the meantime. Nothing was changed. Please check your selection.',
  },
  'hold-keeps': { status: 409, message: 'A legal hold keeps this document until it is lifted.' },
  'hold-keeps-some': {
    status: 409,
    message:
      'Legal holds keep {count} of these documents until they are lifted. Nothing was removed. Please leave out: {titles}',
  },
  'hold-keeps-person': { status: 409, message: 'A legal hold keeps this account until it is lifted.' },
  'hold-keeps-organisation': {
    status: 409,
    message: 'A legal hold keeps this organisation until it is lifted.',
  },
  'hold-not-found': { status: 404, message: 'Legal hold not found' },
  'hold-over': { status: 409, message: 'This legal hold has ended already.' },
  'hold-asked': { status: 409, message: 'Somebody has already asked to lift this legal hold.' },
  'hold-not-asked': { status: 409, message: 'Nobody asks to lift this legal hold any longer.' },
  'review-not-found': { status: 404, message: 'Review not found' },
  'review-over': { status: 409, message: 'This review was ended in the meantime.' },
  'review-next-past': { status: 400, message: 'The day of the next review must be in the future.' },
  'review-day-future': { status: 400, message: 'This day must not be in the future.' },
  'hold-second': {
    status: 403,
    message: 'You asked to lift this legal hold. Another administrator must confirm it.',
  },
  'hold-ends-past': { status: 400, message: 'A legal hold cannot end in the past.' },

  'document-deleted': { status: 409, message: 'This document has been deleted.' },

  'contact-details-missing': {
    status: 400,
    message: 'Please provide either an email address or phone number',
  },
  'contact-fields-missing': { status: 400, message: 'Please fill in your name and message' },
  'contact-too-quick': {
    status: 429,
    message: 'This message was sent unusually quickly. Please wait a few seconds and send it again.',
  },
  'contact-form-old': {
    status: 409,
    message: 'This form has been open for too long. Please send it again.',
  },
  'contact-limit': {
    status: 429,
    message: 'Many messages have arrived from you today. Please write to {email} instead.',
  },

  'password-same': { status: 422, message: 'This is your password already. Please choose a new one.' },
  'nonce-invalid': { status: 422, message: 'This code is wrong or has expired.' },
  'refresh-token-invalid': { status: 400, message: 'This session has ended. Please sign in again.' },
  'refresh-token-used': {
    status: 400,
    message: 'This refresh token was used before, so its session has ended. Please sign in again.',
  },
  'grant-type': { status: 400, message: 'This way to sign in is not available here.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

export const success = {
  login: 'Welcome back!',
  logout: 'Logged out successfully',
  codeSent: 'Verification code sent! Check your email to complete signup.',
  codeResent: 'Code sent',
  uploaded: 'Document uploaded successfully',
  revoked: 'Access revoked successfully',
  renewed: 'Access renewed successfully',
  renewedYear: 'Access renewed for 1 year',
  shared: 'Document shared with {email} - notification email sent',
  sharedNoMail: 'Document shared but email notification failed',
  deleted: 'Document deleted',
  corrected: 'Details saved',
  correctedMany: 'Details of {n} saved',
  archived: '{n} archived',
  unarchived: '{n} unarchived',
  confirmed: '{n} confirmed',
  restored: 'Document restored',
  accessRemoved: 'Access removed successfully',
  requested: 'Access request submitted successfully - a trustee will review your request',
  extensionRequested: 'Extension request submitted successfully',
  approved: 'Access request approved',
  denied: 'Access request denied',
  withdrawn: 'Access request withdrawn',
  browseRequested: 'Access request sent via {channel} to document owner',
  ownerRequested: 'Request sent successfully to the owner email.',
  ownerRequestedNoMail: 'Request created but failed to send email to owner',
  claimed: 'Request claimed! You can now upload and share documents.',
  fulfilled: 'Request marked as fulfilled!',
  ownerRequestWithdrawn: 'Request withdrawn',
  reminderSettings: 'Reminder settings updated',
  reminded: 'Reminder sent to document owner',
  bulk: 'Bulk {action} completed for {n} records',
  exported: 'Audit report exported successfully',
  tokenEnded: 'Access token ended',
  profileUpdated: 'Profile updated successfully!',
  emailChanged: 'Your email is now {email}',
  preferences: 'Settings saved',
  accountClosed: 'Your account is closed',
  resetMailTitle: 'Email sent',
  passwordReset: 'Your password has been reset successfully',
  contactTitle: 'Message Sent Successfully',
  contact: 'Thank you. We will reply within 24 hours.',
  settings: 'Settings saved',
  enquiryAnswered: 'Enquiry marked as answered',
  enquiryReopened: 'Enquiry marked as not answered',
  enquiryNote: 'Note saved',
  announced: 'Announcement on its way',
} as const

/** Messages that only the screens show (sections 4, 5 and 8). */
export const screen = {
  /** Warning wherever a code by text message is offered (ASVS 6.6.1). */
  smsRisk:
    'A text message is the weakest way: whoever takes over your number or reads your messages gets the code. An authenticator app or a passkey is safer; you can add one on your profile.',
  emailRequired: 'Please enter an email address',
  emailInvalid: 'Please enter a valid email address',
  personUnknown: '“{name}” is not an email or a person you know',
  personUnclear: '“{name}” may be several people: choose one of the people suggested, or enter an email',
  personUnchecked: 'It could not be looked up who “{name}” is: please enter an email',
  loginFailed: 'Login failed: {message}',
  loginUnexpected: 'An unexpected error occurred during login.',
  logoutFailed: 'Failed to logout',
  locked: 'Account temporarily locked. Please try again in 15 minutes.',
  lockedTitle: 'Too many attempts',
  lockedWait: 'Please wait {n} minutes before trying again',
  passwordWeakTitle: 'Password too weak',
  passwordCompromisedTitle: 'Password compromised',
  breachUnchecked:
    'It could not be checked whether this password is in known data breaches. You can use it nevertheless.',
  passwordsDiffer: 'Passwords do not match',
  passwordShort: 'Password must be at least 6 characters long',
  verificationFailedTitle: 'Verification failed',
  verificationUnexpected: 'An unexpected error occurred. Please try again.',
  emailRegistered: 'This email is already registered. Redirecting to login...',
  accountExistsTitle: 'Account Already Exists',
  codeExpiredTitle: 'Code expired',
  codeExpiredInline: 'Your verification code has expired. Please request a new one.',
  codeDead: 'Too many wrong codes.',
  codeWait: 'A new code can be sent in',
  resetLinkCheckFailed: 'Failed to check the reset link',
  codeExpiring: 'Code expires in less than 1 minute. Have your code ready!',
  resendFailedTitle: 'Failed to resend code',
  resendFailed: 'Failed to resend verification code.',
  accountCreated: 'Account created! Please log in with your credentials.',
  unexpected: 'An unexpected error occurred.',
  passkeyRefused:
    'This passkey was not accepted. Please sign in with your password, or with another passkey.',
  passkeyCancelled: 'No passkey was used. You can try again, or sign in another way.',
  passkeyNotAdded: 'No passkey was added. You can try again.',
  passkeyKnown: 'This device already has a passkey of yours for Deedbox.',
  passkeyUnsupported:
    'This device or browser cannot keep a passkey for Deedbox. It needs a screen lock, such as a PIN, a fingerprint or your face.',
  passkeyFailed: 'Your device could not use a passkey. Please try again.',
  noticesNoService:
    'This browser could not reach the service that brings its notices. Some browsers have none, or need it switched on.',
  passkeysNoBrowser: 'This browser cannot use passkeys.',
  passkeysNowhere:
    'Passkeys do not work with this Deedbox: they need an address with a name and https. Your administrator can set it up.',
  oauthFailed: 'Failed to sign in with {provider}. Please try again.',
  loadDocuments: 'Failed to load documents',
  loadAccess: 'Failed to load document access records',
  loadActivity: 'Failed to load share activity',
  loadData: 'Failed to load data',
  uploadFailed: 'Failed to upload document',
  sharedGone: 'The file that was shared is not here. Please share it again, or choose it below.',
  infected: 'Remove it from this list, and scan your computer for viruses.',
  shareFailed: 'Failed to share document',
  revokeFailed: 'Failed to revoke access',
  renewFailed: 'Failed to renew access',
  downloadFailed: 'Failed to download document',
  deleteFailed: 'Failed to delete document',
  correctFailed: 'Failed to save details',
  archiveFailed: 'Failed to archive',
  unarchiveFailed: 'Failed to unarchive',
  confirmFailed: 'Failed to confirm',
  previewFailed: 'Failed to look up what this touches',
  restoreFailed: 'Failed to restore document',
  loadHistory: 'Failed to load history',
  loadRequests: 'Failed to load access requests',
  loadOwnerRequests: 'Failed to load requests',
  loadOwnerRequest: 'Failed to load request',
  loadOrganizations: 'Failed to load organisations',
  loadOrganization: 'Failed to load organisation',
  organizationFailed: 'Failed to save organisation',
  organizationsExportFailed: 'Failed to export organisations',
  loadMatters: 'Failed to load matters',
  loadMatter: 'Failed to load matter',
  loadChain: 'Failed to load the chain of documents',
  matterFailed: 'Failed to save matter',
  mattersExportFailed: 'Failed to export matters',
  matterImportFailed: 'Failed to import the file',
  matterImportResultFailed: 'Failed to download the result',
  loadMatterImports: 'Failed to load the imports',
  matterDocumentsFailed: 'Failed to put into the matter',
  loadClientsWithoutMatter: 'Failed to load clients without a matter',
  mattersOfClientsFailed: 'Failed to make matters of clients',
  matterRunUndoFailed: 'Failed to undo',
  loadMatterShares: 'Failed to load shares',
  matterShareFailed: 'Failed to share the matter',
  matterShareEndFailed: 'Failed to end the share',
  matterShareRenewFailed: 'Failed to renew the share',
  matterRemoveFailed: 'Failed to take out of the matter',
  requestFailed: 'Failed to submit access request',
  browseFailed: 'Failed to send access request',
  extensionFailed: 'Failed to submit extension request',
  approveFailed: 'Failed to approve request',
  withdrawFailed: 'Failed to withdraw request',
  removeFailed: 'Failed to remove access',
  denyFailed: 'Failed to deny request',
  ownerRequestRequired: 'Please fill in all required fields',
  ownerRequestFailed: 'Failed to send request',
  claimFailed: 'Failed to claim request',
  fulfilFailed: 'Failed to mark request as fulfilled',
  requestNameRequired: "Please enter a document name and ensure you're logged in",
  clientEmailRequired: 'Client email is required',
  reminderFailed: 'Failed to send reminder',
  reminderSettingsFailed: 'Failed to update reminder settings',
  loadReminders: 'Failed to load reminder settings',
  profileFailed: 'Failed to update profile',
  loadProfile: 'Failed to load profile',
  preferencesFailed: 'Failed to save settings',
  loadTokens: 'Failed to load access tokens',
  tokenFailed: 'Failed to create the access token',
  tokenEndFailed: 'Failed to end the access token',
  loadMails: 'Failed to load emails',
  resendMailFailed: 'Failed to send the email again',
  contactDetailsTitle: 'Contact Information Required',
  contactFieldsTitle: 'Required Fields Missing',
  loadSettings: 'Failed to load settings',
  loadEnquiries: 'Failed to load enquiries',
  enquiryFailed: 'Failed to save the enquiry',
  loadAnnouncements: 'Failed to load announcements',
  announcementFailed: 'Failed to send the announcement',
  announcementPreviewFailed: 'Failed to show the announcement',
  loadUnrecorded: 'Failed to load content without a record',
  loadSystem: 'Failed to load the system’s figures',
  checkHealth: 'Failed to check the health of Deedbox',
  loadLog: 'Failed to load the transparency log',
  settleFailed: 'Failed to settle this',
  loadHealthHistory: 'Failed to load the last 30 days',
  bulkRequired: 'Please select an action and at least one access record',
  bulkFailed: 'Failed to perform bulk action',
  exportRequired: 'Please select an export type',
  exportFailed: 'Failed to export audit report',
  loadPackets: 'Failed to load the custody register',
  loadPacket: 'Failed to load the packet',
  packetFailed: 'Failed to record',
  custodyDownloadFailed: 'Failed to make the file',
  receiptFailed: 'Failed to make the receipt',
  stockTakeFailed: 'Failed to record the stock-take',
  placeFailed: 'Failed to save the place',
  loadParties: 'Failed to load the parties',
  roleFailed: 'Failed to record the role',
  partyFailed: 'Failed to save the party',
  loadChecks: 'Failed to load identity checks',
  checkFailed: 'Failed to save the identity check',
  loadDeath: 'Failed to load what is recorded of a death',
  deathFailed: 'Failed to record it',
  powerFailed: 'Failed to record the power',
  partiesDownloadFailed: 'Failed to download the parties',
  makeEscrow: 'Failed to divide the master key',
  drillEscrow: 'The drill failed',
  reencrypt: 'Failed to encrypt the document anew',
  destroyKey: 'Failed to destroy the key',
  rotateKey: 'Failed to replace the master key',
  removeKey: 'Failed to remove the older key',
  backupFailed: 'Failed to begin a backup',
  evidenceFailed: 'Failed to begin the evidence',
  loadProof: 'Failed to load the proof',
  takeOutFailed: 'Failed to begin the download',
  takeOutCancelFailed: 'Failed to cancel the download',
  dayUnknown: 'Not a date we understand. Try {example} or “in 3 months”',
  dayMissing: '{day} does not exist',
  dayPassed: 'This day has passed',
  dayNoMonth: 'There is no month {month}. Write the day first, for example {example}',
  dayNoDay: 'Please add the day, for example {example}',
  dayWeekday: '{day} is a {weekday}, not a {typed}',
  dayYear: 'Please check the year',
  dayRequired: 'Please choose a date',
  loadingDocument: 'Loading document...',
  checkEmail: 'Check your email',
} as const

/** Reasons why a password is refused, beside the strength meter and with the server's refusal. */
export const passwordProblems: Record<PasswordProblem, string> = {
  short: 'Not accepted yet: it needs at least 6 characters.',
  long: 'Not accepted: it has more than 128 characters.',
  weak: 'Not accepted yet: it needs 4 of 6 points and at least 8 characters.',
  own: 'Not accepted: it is your name or email, which is guessed first, also with digits or signs at the end.',
  common: 'Not accepted: it is one of the most common passwords, also with digits or signs at the end.',
  pattern: 'Not accepted: it repeats itself, or follows the alphabet, the digits or the keyboard.',
}

/** Replaces the `{name}` placeholders of a message. */
export const fill = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The body of every error response. `fields` gives the message for each invalid input, by path. */
export type ErrorBody = {
  error: {
    code: ErrorCode
    message: string
    requestId: string
    fields?: Record<string, string>
    retryAfterMinutes?: number
  }
}
