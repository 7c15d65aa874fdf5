/** Refusals about paper originals and copies: code → HTTP status and message. */
export const errors = {
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
} as const
