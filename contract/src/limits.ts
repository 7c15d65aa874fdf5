/** Every number of the specification (section 9) and our own limits. Durations are in milliseconds unless named otherwise. */
const minute = 60_000
const day = 24 * 60 * minute

export const limits = {
  code: { digits: 6, livesMs: 10 * minute, warnMs: minute, tries: 5, existsRedirectMs: 2_000 },
  password: { min: 6, signupMin: 8, max: 128, validScore: 4, maxScore: 6, breachDebounceMs: 1_000 },
  /**
   * `failures` with one email lock it for `minutes` (section 9). An IP address from which `people` different emails failed
   * within `hours`, none followed by a success, is refused for everyone who has not signed in from it within `knownDays`.
   */
  lockout: { failures: 5, minutes: 15, address: { people: 50, hours: 24, knownDays: 30 } },
  /** Dangerous acts want a proof of who it is that is not older; a remembered device is asked for no factor for so long. */
  proofMs: 15 * minute,
  rememberDeviceMs: 30 * day,
  /** How long a browser may take to answer with a passkey. */
  passkeyMs: 5 * minute,
  /** `fewLeft`: with so many left, the person is told to make new ones. */
  backupCodes: { made: 10, fewLeft: 3 },
  /** How many second factors one person may have. */
  factors: 10,
  /** An access token of the API, and how long after its use a refresh token may come once more. */
  accessTokenMs: 60 * minute,
  refreshReuseMs: 10_000,
  /** Personal access tokens: how many one person may have, how long one may live, what one may ask. */
  token: { aPerson: 20, livesYears: 1, perMinute: 600 },
  /** Text messages cost money: how many codes a day to one number, asked for from one network, and by everybody together. */
  smsADay: { number: 10, network: 30, all: 500 },
  /** A key signs access tokens for so long. It is published until its last token has expired, and a little longer. */
  signingKey: { signsMs: 90 * day, marginMs: day },
  resetLinkMs: 60 * minute,
  session: { livesMs: 7 * day, refreshMs: day },
  /** Sharing without an expiry ends after 540 days (section 4). */
  autoRevokeDays: 540,
  /** No grant may end later than this many years from now. */
  grantYears: 10,
  renewYears: 1,
  expiringSoonDays: 30,
  autoRevokeSoonDays: 90,
  deletedKeptDays: 30,
  invitationDays: 30,
  /** An invited guest's access always ends: after this many days unless another date is chosen. */
  guestDays: 90,
  /** How many messages to people without an account one sender may cause. */
  outsideMail: {
    admin: { aMinute: 60, aDay: 1_000 },
    /** Confirmed trustees and Org Admins. */
    trusted: { aMinute: 20, aDay: 100 },
    others: { aMinute: 5, aDay: 10 },
  },
  /** Resumable uploads: how many unfinished ones one person may have, and how long one without progress is kept. */
  upload: { unfinished: 50, keptMs: day },
  bulk: 1_000,
  /** One share: so many people, and so many grants (documents × people); what it gave can be taken back for so long. */
  share: { people: 50, grants: 1_000, undoMs: 2 * minute },
  /** For so long a toast offers to undo what was done. */
  undoShownMs: 10_000,
  /** How many people are suggested while somebody types, and how many of those who have access are listed. */
  suggestions: 8,
  accessShown: 100,
  /** A CSV file of people; Org Admins may invite so many by file within 24 hours. */
  peopleImport: { rows: 10_000, bytes: 5 * 1024 * 1024, orgAdminADay: 1_000 },
  request: {
    remindAfterDays: 2,
    remindEveryMs: day,
    lapseDays: 30,
    /** A request that lapses within this many days is marked. */
    lapsesSoonDays: 7,
    recentDecisions: 5,
    /** How many trustees are emailed when no owner is known. */
    asked: 20,
    /** More requests from one requester within a day are stored without an email. */
    announcedADay: 20,
  },
  longTermDays: 12 * 30,
  dashboard: {
    counted: 1_000,
    topDocuments: 5,
    auditTrail: 8,
    recentActivity: 3,
    tableRows: 10,
    waiting: 5,
    waitingNotes: 3,
  },
  /** What waits today: what ends within so many days, invitations open for longer, emails that failed since. */
  today: { endsDays: 7, invitationDays: 7, failedMailDays: 14 },
  reminder: { daysBefore: 30, destructiveDays: 7 },
  endNoticeDays: 7,
  viewer: {
    ...{ zoomMin: 50, zoomMax: 200, zoomStep: 25, zoomStart: 100, rotateStep: 90 },
    /** Pixels for each point of a PDF's page, and of a thumbnail's longest side. */
    ...{ drawScale: 2, printScale: 3, thumbnailSide: 320 },
    /** The most pages of one call, and of one print. */
    ...{ thumbnailsEach: 12, textEach: 10, shownEach: 50, printed: 200 },
  },
  /** The contact form: a robot is faster than `fastestMs`, and a form is valid for `livesMs`. */
  contact: { fastestMs: 3_000, livesMs: day, perEmailADay: 10, perNetworkADay: 50, replyHours: 24 },
  page: { default: 50, max: 100 },
  text: {
    name: 100,
    email: 254,
    title: 300,
    client: 200,
    fileName: 255,
    message: 2_000,
    enquiry: 5_000,
    search: 200,
    id: 64,
    state: 60,
    /** A URL, or the entity id of a provider. */
    address: 1_000,
    certificate: 10_000,
  },
  /** Sign-in providers of an organisation, and email domains and certificates of a provider; how long one is waited for. */
  providers: {
    perOrganization: 10,
    domains: 20,
    certificates: 5,
    answerBytes: 1024 * 1024,
    timeoutMs: 5_000,
    flowMs: 10 * minute,
  },
  /** How often the parts of Deedbox are checked, how long that is kept, and when an administrator is told. */
  health: { everyMinutes: 5, keptDays: 30, tellAfterMinutes: 15 },
  toasts: { max: 3, showMs: 4_000 },
} as const
