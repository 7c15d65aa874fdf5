import * as accounts from './accounts.ts'
import * as announcements from './announcements.ts'
import * as auditTrail from './audit-trail.ts'
import * as authApi from './auth-api.ts'
import * as authFactors from './auth-factors.ts'
import * as authFlows from './auth-flows.ts'
import * as backups from './backups.ts'
import * as chosen from './chosen-documents.ts'
import * as clients from './clients.ts'
import * as copies from './copies.ts'
import * as custody from './custody.ts'
import * as custodyPapers from './custody-papers.ts'
import * as dashboards from './dashboards.ts'
import * as dateRules from './date-rules.ts'
import * as deaths from './deaths.ts'
import * as documentChanges from './document-changes.ts'
import * as documentLinks from './document-links.ts'
import * as documentVersions from './document-versions.ts'
import * as documents from './documents.ts'
import * as dueDates from './due-dates.ts'
import type { Endpoint } from './endpoint.ts'
import * as enquiries from './enquiries.ts'
import * as evidence from './evidence.ts'
import * as factors from './factors.ts'
import * as grants from './grants.ts'
import * as holds from './holds.ts'
import * as identityChecks from './identity-checks.ts'
import * as inspections from './inspections.ts'
import * as keys from './keys.ts'
import * as leaving from './leaving.ts'
import * as live from './live.ts'
import * as log from './log.ts'
import * as mails from './mails.ts'
import * as matterImports from './matter-imports.ts'
import * as matterPapers from './matter-papers.ts'
import * as matterRuns from './matter-runs.ts'
import * as matterShares from './matter-shares.ts'
import * as matters from './matters.ts'
import type { SaysProof } from './needs-proof.ts'
import * as nominated from './nominated.ts'
import * as nominations from './nominations.ts'
import * as organizations from './organizations.ts'
import * as ownerRequests from './owner-requests.ts'
import * as owners from './owners.ts'
import * as pages from './pages.ts'
import * as parties from './parties.ts'
import * as passkeys from './passkeys.ts'
import * as people from './people.ts'
import * as peopleActs from './people-acts.ts'
import * as peopleImport from './people-import.ts'
import * as phoneSignIn from './phone-sign-in.ts'
import * as profile from './profile.ts'
import * as proof from './proof.ts'
import * as providers from './providers.ts'
import * as push from './push.ts'
import * as released from './released.ts'
import * as reminders from './reminders.ts'
import * as reports from './reports.ts'
import * as requests from './requests.ts'
import * as reviews from './reviews.ts'
import * as search from './search.ts'
import * as security from './security.ts'
import * as settings from './settings.ts'
import * as sharing from './sharing.ts'
import * as signatories from './signatories.ts'
import * as signatures from './signatures.ts'
import * as stockTakes from './stock-takes.ts'
import * as storage from './storage.ts'
import * as system from './system.ts'
import * as takeOuts from './take-outs.ts'
import * as today from './today.ts'
import * as tokens from './tokens.ts'
import * as uploads from './uploads.ts'

/** Table of all API calls by method and path, shared by server, web client, OpenAPI and tests. */
export const endpoints = {
  'GET /api/session': accounts.getSession,
  'POST /api/session': accounts.signIn,
  'DELETE /api/session': accounts.signOut,
  'GET /api/session/proof': proof.getProofWays,
  'POST /api/session/proof': proof.prove,
  'POST /api/session/proof/code': proof.sendProofCode,
  'PUT /api/password': proof.changePassword,
  'POST /api/session/passkey/options': passkeys.passkeyOptions,
  'POST /api/session/passkey': passkeys.signInWithPasskey,
  'POST /api/factors/passkeys/options': passkeys.newPasskeyOptions,
  'POST /api/factors/passkeys': passkeys.addPasskey,
  'POST /api/session/factor': factors.passFactor,
  'POST /api/session/factor/phone': factors.sendFactorCode,
  'GET /api/factors': factors.getFactors,
  'POST /api/factors/totp': factors.enrolTotp,
  'POST /api/factors/totp/:factorId/verify': factors.confirmTotp,
  'POST /api/factors/backup-codes': factors.makeBackupCodes,
  'PUT /api/factors/:factorId': factors.renameFactor,
  'DELETE /api/factors/:factorId': factors.removeFactor,
  'POST /api/functions/auth-send-verification': accounts.sendVerification,
  'POST /api/functions/auth-verify-otp': accounts.verifyOtp,
  'POST /api/password/forgot': accounts.forgotPassword,
  'POST /api/password/reset': accounts.resetPassword,
  'POST /api/password/reset/check': accounts.checkResetLink,
  'GET /api/password/breaches/:prefix': accounts.breachRange,
  'GET /api/setup/:token': accounts.getSetup,
  'POST /api/setup/:token': accounts.setUp,
  'POST /api/sign-in/way': providers.signInWay,
  'GET /api/providers': providers.listProviders,
  'POST /api/providers': providers.addProvider,
  'POST /api/providers/saml-metadata': providers.readSamlMetadata,
  'PUT /api/providers/:providerId': providers.changeProvider,
  'DELETE /api/providers/:providerId': providers.removeProvider,
  'POST /api/providers/:providerId/check': providers.checkProvider,
  'POST /api/providers/:providerId/domains': providers.addDomain,
  'PUT /api/providers/:providerId/domains/:domainId': providers.changeDomain,
  'DELETE /api/providers/:providerId/domains/:domainId': providers.removeDomain,
  'POST /api/providers/:providerId/domains/:domainId/confirm': providers.confirmDomain,
  'GET /api/identities/linkable': providers.linkableProviders,
  'POST /api/identities': providers.linkIdentity,
  'DELETE /api/identities/:identityId': providers.unlinkIdentity,
  'GET /api/sessions': security.listSessions,
  'DELETE /api/sessions': security.endOtherSessions,
  'DELETE /api/sessions/:sessionId': security.endSession,
  'GET /api/devices': security.listDevices,
  'DELETE /api/devices/:deviceId': security.forgetDevice,
  'GET /api/sign-ins': security.listSignIns,
  'GET /api/push-subscriptions': push.listPushSubscriptions,
  'POST /api/push-subscriptions': push.addPushSubscription,
  'PUT /api/push-subscriptions/:pushSubscriptionId': push.changePushSubscription,
  'DELETE /api/push-subscriptions/:pushSubscriptionId': push.removePushSubscription,
  'POST /api/push-subscriptions/:pushSubscriptionId/test': push.testPushSubscription,
  'GET /api/identities': security.listIdentities,

  'GET /api/users': people.listUsers,
  'GET /api/users/export': people.exportUsers,
  'POST /api/users/export': peopleActs.exportChosen,
  'POST /api/users/bulk/preview': peopleActs.previewActs,
  'POST /api/users/bulk': peopleActs.actOnMany,
  'POST /api/users/import/preview': peopleImport.previewImport,
  'POST /api/users/import': peopleImport.importPeople,
  'GET /api/users/import/mails': peopleImport.importedMails,
  'GET /api/users/:userId': people.getUser,
  'DELETE /api/users/:userId/sessions': people.signOutUser,
  'GET /api/users/:userId/documents': people.listUserDocuments,
  'GET /api/users/:userId/requests': people.listUserRequests,
  'GET /api/users/:userId/hand-over': people.previewHandOver,
  'POST /api/users/:userId/hand-over': people.handOverDuties,
  'GET /api/users/:userId/hand-over/rows': people.listHandOver,
  'POST /api/users/:userId/confirm': people.confirmTrustee,
  'POST /api/users/:userId/access-expiry': people.setAccessExpiry,
  'POST /api/users/:userId/role': people.changeRole,
  'POST /api/users/:userId/deactivate': people.deactivateUser,
  'POST /api/users/:userId/reactivate': people.reactivateUser,
  'POST /api/users/:userId/factors/reset': people.resetFactors,
  'GET /api/profile': profile.getProfile,
  'PUT /api/profile': profile.updateProfile,
  'PUT /api/preferences': profile.setPreferences,
  'POST /api/profile/email': profile.requestEmailChange,
  'POST /api/profile/email/confirm': profile.confirmEmailChange,
  'GET /api/profile/closing': profile.getClosing,
  'POST /api/profile/close': profile.closeAccount,
  'POST /api/profile/hand-over': profile.handOverOwnDocuments,
  'GET /api/sign-in-phone': phoneSignIn.getSignInPhone,
  'POST /api/sign-in-phone': phoneSignIn.requestSignInPhone,
  'POST /api/sign-in-phone/confirm': phoneSignIn.confirmSignInPhone,
  'DELETE /api/sign-in-phone': phoneSignIn.removeSignInPhone,
  'POST /api/session/phone': phoneSignIn.requestPhoneCode,
  'POST /api/session/phone/code': phoneSignIn.signInWithPhone,
  'GET /api/users/:userId/reports': mails.listReports,
  'GET /api/organization-names': accounts.findOrganizations,
  'GET /api/invitations': accounts.listInvitations,
  'POST /api/invitations': accounts.inviteUser,
  'GET /api/invitations/:invitationId': accounts.getInvitation,
  'DELETE /api/invitations/:invitationId': accounts.withdrawInvitation,

  'GET /api/tokens': tokens.listTokens,
  'POST /api/tokens': tokens.createToken,
  'DELETE /api/tokens/:tokenId': tokens.endToken,

  'GET /api/live': live.live,

  'GET /api/organizations': organizations.listOrganizations,
  'POST /api/organizations': organizations.createOrganization,
  'GET /api/organizations/export': organizations.exportOrganizations,
  'GET /api/organizations/:organizationId': organizations.getOrganization,
  'PUT /api/organizations/:organizationId': organizations.updateOrganization,
  'POST /api/organizations/:organizationId/deactivate': organizations.deactivateOrganization,
  'POST /api/organizations/:organizationId/reactivate': organizations.reactivateOrganization,
  'GET /api/organizations/:organizationId/history': organizations.organizationHistory,
  'GET /api/organizations/:organizationId/leaving': leaving.getLeaving,
  'POST /api/organizations/:organizationId/leaving': leaving.beginLeaving,
  'POST /api/organizations/:organizationId/stay': leaving.stay,
  'POST /api/organizations/:organizationId/destruction': leaving.askDestruction,
  'POST /api/organizations/:organizationId/destruction/confirm': leaving.confirmDestruction,
  'POST /api/organizations/:organizationId/destruction/refuse': leaving.refuseDestruction,
  'GET /api/organizations/:organizationId/receipts': leaving.listReceipts,
  'GET /api/organizations/:organizationId/receipts/file': leaving.downloadReceipts,

  'GET /api/dashboard': dashboards.getDashboard,
  'GET /api/dashboard/trustee': dashboards.getTrusteeDashboard,
  'GET /api/waiting': dashboards.listWaiting,
  'GET /api/waiting/today': today.getToday,
  'GET /api/search': search.search,
  'GET /api/documents': documents.listDocuments,
  'POST /api/documents': documents.uploadDocument,
  'POST /api/documents/duplicates': documents.findDuplicates,
  'GET /api/clients': clients.suggestClients,
  'POST /api/documents/share': sharing.shareDocuments,
  'POST /api/documents/share/undo': sharing.undoShare,
  'POST /api/documents/access': sharing.whoHasAccess,
  'GET /api/people': sharing.suggestPeople,
  'POST /api/documents/download': chosen.downloadDocuments,
  'POST /api/documents/delete': chosen.deleteDocuments,
  'POST /api/documents/restore': chosen.restoreDocuments,
  'GET /api/clients/list': clients.listClients,
  'GET /api/clients/one': clients.getClient,
  'GET /api/clients/history': clients.clientHistory,
  'GET /api/uploads': uploads.listUploads,
  'POST /api/uploads': uploads.beginUpload,
  'GET /api/uploads/:uploadId': uploads.getUpload,
  'PATCH /api/uploads/:uploadId': uploads.continueUpload,
  'DELETE /api/uploads/:uploadId': uploads.discardUpload,
  'POST /api/documents/correct': documentChanges.correctDocuments,
  'POST /api/documents/archive': documentChanges.archiveDocuments,
  'POST /api/documents/unarchive': documentChanges.unarchiveDocuments,
  'POST /api/documents/confirm': documentChanges.confirmDocuments,
  'POST /api/documents/preview': documentChanges.previewDocuments,
  'POST /api/document-links': documentLinks.linkDocuments,
  'DELETE /api/document-links/:linkId': documentLinks.unlinkDocuments,
  'POST /api/document-versions': documentVersions.addVersion,
  'DELETE /api/document-versions/:documentId': documentVersions.removeVersion,
  'PUT /api/documents/:documentId/signatories': signatories.setSignatories,
  'GET /api/documents/:documentId': documents.getDocument,
  'DELETE /api/documents/:documentId': documents.deleteDocument,
  'POST /api/documents/:documentId/restore': documents.restoreDocument,
  'GET /api/documents/:documentId/content': documents.downloadDocument,
  'GET /api/documents/:documentId/pages': pages.listPages,
  'POST /api/documents/:documentId/unlock': pages.unlockFile,
  'GET /api/documents/:documentId/pages/:page': pages.drawPage,
  'GET /api/documents/:documentId/pages/:page/text': pages.pageText,
  'POST /api/documents/:documentId/pages/shown': pages.showPages,
  'GET /api/documents/:documentId/thumbnails': pages.drawThumbnails,
  'GET /api/documents/:documentId/text': pages.pagesText,
  'GET /api/documents/:documentId/outline': pages.documentOutline,
  'GET /api/documents/:documentId/annotations': pages.documentAnnotations,
  'GET /api/documents/:documentId/signatures': signatures.documentSignatures,
  'GET /api/documents/:documentId/search': pages.searchPages,
  'GET /api/documents/:documentId/copies': copies.listCopies,
  'POST /api/documents/:documentId/copies/verified': copies.makeVerifiedCopy,
  'POST /api/documents/:documentId/copies/certified': copies.makeCertifiedCopy,
  'POST /api/copies/:copyId/withdraw': copies.withdrawCopy,
  'PUT /api/copies/:copyId/checked': copies.switchCopyChecks,
  'POST /api/check': copies.checkCopy,
  'GET /api/documents/:documentId/history': documents.documentHistory,
  'GET /api/documents/:documentId/access': grants.listGrants,
  'POST /api/documents/:documentId/access': grants.shareDocument,
  'GET /api/access': grants.listAccess,
  'POST /api/access/bulk/preview': grants.previewBulk,
  'POST /api/access/bulk': grants.bulkAccess,
  'POST /api/access/:grantId/revoke': grants.revokeAccess,
  'POST /api/access/:grantId/renew': grants.renewAccess,
  'POST /api/access/:grantId/extension': requests.requestExtension,
  'POST /api/access/:grantId/remove': requests.removeAccess,

  'GET /api/requests': requests.listRequests,
  'POST /api/requests': requests.requestAccess,
  'POST /api/requests/browse': requests.requestBrowsing,
  'POST /api/requests/:requestId/approve': requests.approveAccess,
  'POST /api/requests/:requestId/deny': requests.denyAccess,
  'POST /api/requests/:requestId/withdraw': requests.withdrawRequest,
  'POST /api/requests/:requestId/remind': requests.remindOwner,

  'POST /api/owner-requests': ownerRequests.sendOwnerRequest,
  'GET /api/owner-requests': ownerRequests.listOwnerRequests,
  'GET /api/owner-requests/:requestId': ownerRequests.getOwnerRequest,
  'POST /api/owner-requests/:requestId/claim': ownerRequests.claimOwnerRequest,
  'POST /api/owner-requests/:requestId/fulfil': ownerRequests.fulfilOwnerRequest,
  'POST /api/owner-requests/:requestId/withdraw': ownerRequests.withdrawOwnerRequest,
  'POST /api/owner-requests/:requestId/remind': ownerRequests.remindOwnerOfRequest,
  'POST /api/owner-requests/:requestId/share': ownerRequests.shareForOwnerRequest,

  'GET /api/reminders': reminders.getReminderSettings,
  'PUT /api/reminders': reminders.setReminderSettings,

  'GET /api/mails': mails.listMails,
  'POST /api/mails/:mailId/resend': mails.resendMail,
  'GET /api/announcements': announcements.listAnnouncements,
  'POST /api/announcements': announcements.sendAnnouncement,
  'POST /api/announcements/preview': announcements.previewAnnouncement,

  'GET /api/mail-reports/:token': mails.getReport,
  'POST /api/mail-reports/:token': mails.reportMessage,

  'GET /api/contact/token': enquiries.openContact,
  'POST /api/contact': enquiries.sendEnquiry,
  'GET /api/enquiries': enquiries.listEnquiries,
  'PUT /api/enquiries/:enquiryId': enquiries.answerEnquiry,

  'GET /api/holds': holds.listHolds,
  'POST /api/holds': holds.setHold,
  'POST /api/holds/:holdId/lift': holds.liftHold,
  'POST /api/holds/:holdId/confirm': holds.confirmLift,
  'POST /api/holds/:holdId/keep': holds.keepHold,

  'GET /api/matter-imports': matterImports.listMatterImports,
  'POST /api/matter-imports': matterImports.startMatterImport,
  'POST /api/matter-imports/preview': matterImports.previewMatterImport,
  'GET /api/matter-imports/:importId': matterImports.getMatterImport,
  'GET /api/matter-imports/:importId/result': matterImports.downloadMatterImport,

  'GET /api/matters': matters.listMatters,
  'POST /api/matters': matters.createMatter,
  'GET /api/matters/export': matters.exportMatters,
  'GET /api/matters/offered': matters.offerForMatter,
  'GET /api/matters/:matterId': matters.getMatter,
  'PUT /api/matters/:matterId': matters.updateMatter,
  'POST /api/matters/:matterId/documents': matters.addMatterDocuments,
  'POST /api/matters/:matterId/documents/remove': matters.removeMatterDocuments,
  'GET /api/matters/:matterId/history': matters.matterHistory,
  'GET /api/matters/:matterId/chain': matterPapers.matterChain,
  'GET /api/matters/:matterId/completeness': matterPapers.matterCompleteness,
  'GET /api/matter-runs': matterRuns.listMatterRuns,
  'POST /api/matter-runs': matterRuns.makeMatters,
  'GET /api/matter-runs/clients': matterRuns.listClientsWithout,
  'POST /api/matter-runs/:runId/undo': matterRuns.undoMatterRun,
  'GET /api/matters/:matterId/shares': matterShares.listMatterShares,
  'POST /api/matters/:matterId/shares': matterShares.shareMatter,
  'POST /api/matters/:matterId/shares/:shareId/end': matterShares.endMatterShare,
  'POST /api/matters/:matterId/shares/:shareId/renew': matterShares.renewMatterShare,
  'GET /api/matters/:matterId/roles': parties.listRoles,
  'POST /api/matters/:matterId/roles': parties.addRole,
  'GET /api/matters/:matterId/roles/export': parties.exportRoles,
  'GET /api/matters/:matterId/roles/print': parties.printRoles,
  'GET /api/matters/:matterId/owners/export': owners.exportOwners,
  'GET /api/matters/:matterId/owners/print': owners.printOwners,
  'POST /api/matters/:matterId/roles/:roleId/end': parties.endRole,
  'POST /api/matters/:matterId/roles/:roleId/correct': parties.correctRole,

  'GET /api/parties': parties.searchParties,
  'GET /api/parties/:partyId': parties.getParty,
  'PUT /api/parties/:partyId': parties.updateParty,
  'POST /api/parties/:partyId/merge': parties.mergeParty,
  'GET /api/parties/:partyId/death': deaths.getDeath,
  'POST /api/parties/:partyId/death': deaths.recordDeath,
  'POST /api/parties/:partyId/powers': deaths.restOnPower,
  'POST /api/parties/:partyId/powers/remove': deaths.freeOfPower,
  'GET /api/parties/:partyId/identity-checks': identityChecks.listIdentityChecks,
  'POST /api/parties/:partyId/identity-checks': identityChecks.recordIdentityCheck,
  'PUT /api/identity-checks/:checkId/people': identityChecks.nameOnIdentityCheck,
  'POST /api/identity-checks/:checkId/withdraw': identityChecks.withdrawIdentityCheck,
  'POST /api/deaths/:deathId/correct': deaths.correctDeath,
  'POST /api/deaths/:deathId/seen': deaths.confirmDeath,
  'GET /api/documents/:documentId/deaths': deaths.listDeaths,

  'GET /api/calendar/:token': dueDates.calendarFeed,
  'GET /api/date-rules': dateRules.listDateRules,
  'POST /api/date-rules': dateRules.createDateRule,
  'PUT /api/date-rules/:ruleId': dateRules.updateDateRule,
  'GET /api/packets': custody.listPackets,
  'POST /api/packets': custody.receivePacket,
  'GET /api/packets/by-number': custody.findPacketByNumber,
  'GET /api/packets/export': custodyPapers.exportRegister,
  'GET /api/packets/print': custodyPapers.printRegister,
  'GET /api/packets/labels': custodyPapers.printLabels,
  'GET /api/packets/:packetId': custody.getPacket,
  'GET /api/packets/:packetId/print': custodyPapers.printCustody,
  'GET /api/packets/:packetId/movements/:movementId/receipt': custodyPapers.printReceipt,
  'POST /api/packets/:packetId/movements/:movementId/receipt': custodyPapers.signReceipt,
  'POST /api/packets/:packetId/originals': custody.addOriginal,
  'PUT /api/packets/:packetId/originals/:originalId': custody.changeOriginal,
  'POST /api/packets/:packetId/originals/:originalId/move': custody.moveOriginal,
  'POST /api/packets/:packetId/movements': custody.addMovement,
  'POST /api/packets/:packetId/movements/:movementId/correct': custody.correctMovement,
  'POST /api/packets/:packetId/papers': custody.addCustodyPaper,
  'GET /api/documents/:documentId/originals': custody.originalsOf,
  'GET /api/stock-takes': stockTakes.listStockTakes,
  'POST /api/stock-takes': stockTakes.beginStockTake,
  'GET /api/stock-takes/:stockTakeId': stockTakes.getStockTake,
  'POST /api/stock-takes/:stockTakeId/scans': stockTakes.scanPacket,
  'POST /api/stock-takes/:stockTakeId/end': stockTakes.endStockTake,
  'GET /api/places': custody.listPlaces,
  'POST /api/places': custody.addPlace,
  'POST /api/places/:placeId/retire': custody.retirePlace,
  'GET /api/due-dates/proposals': dateRules.proposeDates,
  'GET /api/due-dates': dueDates.listDueDates,
  'POST /api/due-dates': dueDates.createDueDate,
  'PUT /api/due-dates/:dueDateId': dueDates.updateDueDate,
  'POST /api/due-dates/:dueDateId/done': dueDates.completeDueDate,
  'POST /api/due-dates/:dueDateId/postpone': dueDates.postponeDueDate,
  'POST /api/due-dates/:dueDateId/not-needed': dueDates.dropDueDate,
  'POST /api/due-dates/:dueDateId/reopen': dueDates.reopenDueDate,

  'GET /api/nominations': nominations.listNominations,
  'POST /api/nominations': nominations.createNomination,
  'GET /api/nominations/:nominationId': nominations.getNomination,
  'PUT /api/nominations/:nominationId/absences': nominations.setAbsences,
  'POST /api/nominations/:nominationId/end': nominations.endNomination,
  'POST /api/nominations/:nominationId/stop': nominations.stopRelease,
  'POST /api/nominations/:nominationId/agree': nominations.agreeRelease,
  'GET /api/released': released.listReleased,
  'GET /api/nominated': nominated.listNominated,
  'POST /api/nominated/:nomineeId/accept': nominated.acceptNomination,
  'POST /api/nominated/:nomineeId/decline': nominated.declineNomination,
  'POST /api/nominated/:nomineeId/confirm': nominated.confirmNomination,
  'POST /api/nominated/:nomineeId/ask': nominated.askRelease,
  'POST /api/nominated/:nomineeId/evidence': nominated.bringEvidence,
  'POST /api/nominated/:nomineeId/withdraw': nominated.withdrawRelease,

  'GET /api/inspections/form': inspections.openInspection,
  'POST /api/inspections': inspections.askInspection,
  'GET /api/inspection-evidence/:token': inspections.getInspectionEvidence,
  'POST /api/inspection-evidence/:token': inspections.bringInspectionEvidence,
  'GET /api/inspections': inspections.listInspections,
  'POST /api/inspections/:inspectionId/give': inspections.giveInspection,
  'POST /api/inspections/:inspectionId/refuse': inspections.refuseInspection,
  'GET /api/entitled': inspections.listEntitled,
  'POST /api/entitled': inspections.addEntitled,
  'PUT /api/entitled/:entitledId': inspections.changeEntitled,

  'GET /api/reviews': reviews.listReviews,
  'POST /api/reviews/:reviewId/decide': reviews.decideReview,

  'GET /api/take-outs': takeOuts.getTakeOuts,
  'POST /api/take-outs': takeOuts.startTakeOut,
  'GET /api/take-outs/:takeOutId': takeOuts.getTakeOut,
  'DELETE /api/take-outs/:takeOutId': takeOuts.cancelTakeOut,
  'GET /api/take-outs/:takeOutId/content': takeOuts.downloadTakeOut,

  'GET /api/storage/unrecorded': storage.listUnrecorded,
  'GET /api/backups': backups.getBackups,
  'POST /api/backups': backups.startBackup,
  'GET /.well-known/deedbox-log': log.logKey,
  'GET /log/checkpoint': log.logCheckpoint,
  'GET /log/tile/*': log.logTile,
  'GET /api/log': log.getLog,
  'POST /api/log/settle': log.settleFinding,
  'GET /api/system': system.getSystem,
  'GET /api/system/health': system.checkHealth,
  'GET /api/system/health/history': system.healthHistory,
  'GET /api/keys': keys.getKeys,
  'POST /api/keys/rotation': keys.rotateMasterKey,
  'DELETE /api/keys/older': keys.removeOlderKeys,
  'POST /api/keys/escrow': keys.makeEscrow,
  'POST /api/keys/drill': keys.drillEscrow,
  'POST /api/documents/:documentId/reencryption': keys.reencryptDocument,
  'POST /api/documents/:documentId/destruction': keys.destroyKey,
  'GET /api/settings': settings.getSettings,
  'PUT /api/settings': settings.changeSettings,

  'POST /auth/v1/signup': authApi.authSignUp,
  'POST /auth/v1/token': authApi.authToken,
  'POST /auth/v1/otp': authApi.authOtp,
  'POST /auth/v1/verify': authApi.authVerify,
  'POST /auth/v1/resend': authApi.authResend,
  'POST /auth/v1/recover': authApi.authRecover,
  'GET /auth/v1/reauthenticate': authApi.authReauthenticate,
  'GET /auth/v1/user': authApi.authGetUser,
  'PUT /auth/v1/user': authApi.authUpdateUser,
  'POST /auth/v1/logout': authApi.authLogout,
  'GET /auth/v1/.well-known/jwks.json': authApi.authJwks,
  'GET /auth/v1/settings': authApi.authSettings,
  'GET /auth/v1/authorize': authFlows.authAuthorize,
  'GET /auth/v1/callback': authFlows.authCallback,
  'POST /auth/v1/sso': authFlows.authSso,
  'GET /auth/v1/user/identities/authorize': authFlows.authLinkIdentity,
  'DELETE /auth/v1/user/identities/:identityId': authFlows.authUnlinkIdentity,
  'POST /auth/v1/factors': authFactors.authEnrolFactor,
  'POST /auth/v1/factors/:factorId/challenge': authFactors.authChallengeFactor,
  'POST /auth/v1/factors/:factorId/verify': authFactors.authVerifyFactor,
  'DELETE /auth/v1/factors/:factorId': authFactors.authRemoveFactor,
  'GET /auth/v1/health': authApi.authHealth,

  'GET /api/audit': reports.listActivity,
  'GET /api/audit/exports/:file': reports.exportAudit,
  'GET /api/audit/events': auditTrail.listEvents,
  'GET /api/audit/events/exports/:file': auditTrail.exportEvents,
  'GET /api/audit/proofs/:eventId': evidence.getEventProof,
  'GET /api/audit/evidence': evidence.getEvidence,
  'POST /api/audit/evidence': evidence.startEvidence,
  'GET /api/audit/evidence/:takeOutId': evidence.getOneEvidence,
  'GET /api/audit/evidence/:takeOutId/content': evidence.downloadEvidence,
} as const

export type Endpoints = typeof endpoints
endpoints satisfies SaysProof<Endpoints>
export type EndpointKey = keyof Endpoints

/** Lists the calls of a deployment in the table's order; the authentication API can be switched off. */
export const servedCalls = (authApi: boolean): [key: EndpointKey, endpoint: Endpoint][] =>
  (Object.entries(endpoints) as [EndpointKey, Endpoint][]).filter(
    ([, { errors }]) => authApi || errors !== 'auth',
  )
