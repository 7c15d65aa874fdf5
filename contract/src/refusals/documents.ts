/** Refusals about documents, their files, pages, links, uploads and legal holds: code → HTTP status and message. */
export const errors = {
  'document-not-found': { status: 404, message: 'Document not found' },
  'organization-locked': {
    status: 409,
    message: 'Your organisation has left and its documents are locked, so nothing can be added to them.',
  },
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
  'download-not-allowed': {
    status: 403,
    message: 'You were given access to view this document, not to download it.',
  },
  'detail-future': { status: 400, message: 'This day must not be in the future.' },
  'type-follows-kind': {
    status: 400,
    message: 'The type follows from the kind of a document. Please change its kind instead.',
  },
  'link-self': { status: 400, message: 'Please choose another document than this one.' },
  'version-apart': {
    status: 409,
    message:
      'Versions of a document have the same owner, organisation and matter. Please put both into the same matter, or upload the file as a new version.',
  },
  'version-exists': {
    status: 409,
    message: 'This document has versions already. Please take it apart from them first.',
  },
  'version-full': { status: 409, message: 'A document can have {limit} versions at most.' },
  'version-of-copy': {
    status: 409,
    message: 'A copy that can be checked has no versions. Please add them to its document.',
  },
  'version-not-found': { status: 404, message: 'This document is not one of several versions any more.' },
  'link-exists': { status: 409, message: 'These two documents are linked already.' },
  'link-full': { status: 409, message: 'A document can have {limit} links at most.' },
  'link-not-found': { status: 404, message: 'This link was taken away in the meantime.' },
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
  'document-deleted': { status: 409, message: 'This document has been deleted.' },
} as const
