import { dayMs, minuteMs } from './durations.ts'

/** Numbers of the specification (section 9) and Deedbox's own limits. Durations are in milliseconds unless their name says otherwise. */

export const limits = {
  code: { digits: 6, livesMs: 10 * minuteMs, warnMs: minuteMs, tries: 5, existsRedirectMs: 2_000 },
  password: { min: 6, signupMin: 8, max: 128, validScore: 4, maxScore: 6, breachDebounceMs: 1_000 },
  /**
   * Lockout: `failures` with one email lock it for `minutes` (section 9). An IP address from which `people` different emails failed within `hours`,
   * none followed by a success, is refused for everyone who has not signed in from it within `knownDays`.
   */
  lockout: { failures: 5, minutes: 15, address: { people: 50, hours: 24, knownDays: 30 } },
  /** Milliseconds for which a proof of identity allows dangerous acts, and for which a remembered device is asked for no factor. */
  proofMs: 15 * minuteMs,
  rememberDeviceMs: 30 * dayMs,
  /** Browsers of one person that show notices, and characters of the address that a browser gives for them. */
  push: { aPerson: 20, address: 1_000 },
  /** Milliseconds that a browser may take to answer with a passkey. */
  passkeyMs: 5 * minuteMs,
  /** Numbers of backup codes; with `fewLeft` of them left, the person is told to make new ones. */
  backupCodes: { made: 10, fewLeft: 3 },
  /** Number of second factors that one person may have. */
  factors: 10,
  /** Milliseconds that an access token of the API lives, and in which a used refresh token may come once more. */
  accessTokenMs: 60 * minuteMs,
  refreshReuseMs: 10_000,
  /** Personal access tokens: number for one person, years that one lives, and requests a minute with one. */
  token: { aPerson: 20, livesYears: 1, perMinute: 600 },
  /** Codes a day by text message, which cost money: to one number, asked for from one network, and for everybody together. */
  smsADay: { number: 10, network: 30, all: 500 },
  /** Milliseconds for which a key signs access tokens. It is published until its last token has expired, and `marginMs` longer. */
  signingKey: { signsMs: 90 * dayMs, marginMs: dayMs },
  resetLinkMs: 60 * minuteMs,
  session: { livesMs: 7 * dayMs, refreshMs: dayMs },
  /** Days after which sharing without an expiry ends (section 4). */
  autoRevokeDays: 540,
  /** Years from now in which every grant must end. */
  grantYears: 10,
  renewYears: 1,
  expiringSoonDays: 30,
  autoRevokeSoonDays: 90,
  deletedKeptDays: 30,
  /** Days of 24 hours in which an organisation that leaves can take everything out; then its content is locked. */
  leavingDays: 90,
  /** Links of one document to others, and people who signed one. */
  /** Versions of a document, at most. */
  documentVersions: 100,
  documentLinks: 100,
  signatories: 20,
  /** Longest period after which documents are due for review, in years. */
  reviewYears: 100,
  /** Years for which events keep names and texts: lawyers must keep records for seven. */
  recordsKeptYears: { least: 7, usual: 7, most: 100 },
  invitationDays: 30,
  /** Milliseconds in which an invitation is sent again at most once. */
  inviteAgainMs: dayMs,
  /** Days after which a guest's access ends unless another date is chosen; it always ends, whether they were invited or signed up. */
  guestDays: 90,
  /** Numbers of messages to people without an account that one sender may cause. */
  outsideMail: {
    admin: { aMinute: 60, aDay: 1_000 },
    /** Limits of confirmed trustees and Org Admins. */
    trusted: { aMinute: 20, aDay: 100 },
    others: { aMinute: 5, aDay: 10 },
  },
  /**
   * Requests to the practice for documents: number of one person in 24 hours, text messages to the practice in 24 hours from everybody, and parts of
   * each at most.
   */
  browsing: { aDay: 5, textsADay: 50, parts: 2 },
  /** Audit events a day that people without a session may cause, by one server: from one network, and from all. */
  strangers: { networkADay: 500, allADay: 5_000 },
  /** Resumable uploads: number of unfinished ones of one person, and milliseconds that one without progress is kept. */
  upload: { unfinished: 50, keptMs: dayMs },
  /** Megabytes that one person may store: the usual number, and the largest that the setting can have. */
  storageMegabytes: { usual: 5 * 1024, most: 10 * 1024 * 1024 },
  bulk: 1_000,
  /** Number of records of roles in one matter. */
  matterRoles: 1_000,
  /** Clients that one call makes matters of or removes again, and days for which that is undone. */
  matterRun: { atOnce: 50, undoDays: 30 },
  /** Number of running shares of one matter, and of grants (documents × people) that one call gives by them. */
  matterShares: 200,
  matterGrants: 20_000,
  /** Bounds of one share: people, grants (documents × people), and milliseconds in which it can be undone. */
  share: { people: 50, grants: 1_000, undoMs: 2 * minuteMs },
  /** Milliseconds for which a toast offers to undo what was done. */
  undoShownMs: 10_000,
  /** Number of people who are suggested while somebody types, and of those with access who are listed. */
  suggestions: 8,
  accessShown: 100,
  /** Bounds of a CSV file of people, matters, parties or dates. */
  importFile: { rows: 10_000, bytes: 5 * 1024 * 1024 },
  /** Number of people that an Org Admin may invite by file or again within 24 hours. */
  orgAdminInvitesADay: 1_000,
  request: {
    remindAfterDays: 2,
    remindEveryMs: dayMs,
    lapseDays: 30,
    /** Days before its lapse in which a request is marked. */
    lapsesSoonDays: 7,
    recentDecisions: 5,
    /** Number of trustees who are emailed when no owner is known. */
    asked: 20,
    /** Number of requests from one requester a day that are emailed; more are stored without an email. */
    announcedADay: 20,
  },
  longTermDays: 12 * 30,
  dashboard: {
    counted: 1_000,
    topDocuments: 5,
    auditTrail: 8,
    recentActivity: 3,
    tableRows: 10,
    waiting: 3,
    waitingNotes: 3,
  },
  /** Days of the list Today: before an end, since an invitation was sent, and since an email failed. */
  today: { endsDays: 7, invitationDays: 7, failedMailDays: 14 },
  reminder: { daysBefore: 30, destructiveDays: 7 },
  endNoticeDays: 7,
  viewer: {
    ...{ zoomMin: 50, zoomMax: 200, zoomStep: 25, zoomStart: 100, rotateStep: 90 },
    /** Pixels for each point of a PDF's page, and of a thumbnail's longest side. */
    ...{ drawScale: 2, printScale: 3, thumbnailSide: 320 },
    /** Largest numbers of pages in one call, and in one print. */
    ...{ thumbnailsEach: 12, textEach: 10, shownEach: 50, printed: 200 },
  },
  /** Bounds of the contact form: a robot is faster than `fastestMs`, and a form is valid for `livesMs`. */
  contact: { fastestMs: 3_000, livesMs: dayMs, perEmailADay: 10, perNetworkADay: 50, replyHours: 24 },
  /** Evidence for one request to inspect a will: files, bytes of each, and milliseconds for which the link to bring it is good. */
  inspectionEvidence: { files: 5, bytes: 20 * 1024 * 1024, livesMs: 30 * dayMs },
  /** Announcements: characters of their texts, and numbers of people, organisations or documents that one may name. */
  announcement: { subject: 200, text: 5_000, people: 1_000, organizations: 100, documents: 1_000 },
  page: { default: 50, max: 100 },
  text: {
    name: 100,
    email: 254,
    title: 300,
    client: 200,
    fileName: 255,
    /** Characters of the password of a PDF (ISO 32000-2: at most 127 bytes). */
    filePassword: 127,
    capacity: 100,
    message: 2_000,
    enquiry: 5_000,
    search: 200,
    id: 64,
    state: 60,
    /** Characters of a URL or of a provider's entity id. */
    address: 1_000,
    certificate: 10_000,
  },
  /** Numbers of sign-in providers of an organisation and of email domains and certificates of a provider, and milliseconds that one is waited for. */
  providers: {
    perOrganization: 10,
    domains: 20,
    certificates: 5,
    answerBytes: 1024 * 1024,
    timeoutMs: 5_000,
    flowMs: 10 * minuteMs,
  },
  /** Times of the health checks: minutes between them, days that results are kept, and minutes until an administrator is told. */
  health: { everyMinutes: 5, keptDays: 30, tellAfterMinutes: 15 },
  toasts: { max: 3, showMs: 4_000 },
} as const
