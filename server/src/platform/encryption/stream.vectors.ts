import type { StreamFormat } from './stream.ts'

/** Answers that the tests know. They are data: nothing but tests reads them. */

interface KnownStream {
  name: string
  format: StreamFormat
  /** Values in hex, all but the plaintext. */
  key: string
  aad: string
  plaintext: string
  ciphertext: string
}

const shortKey = '6eb56cdc726dfbe5d57f2fcdc6e9345b'
const longKey = `00112233445566778899aabbccddeeff${shortKey}`
const emptyUnderLongKey =
  '28fae780c70a82d1256c8303a1261ac6a98cf557b4e173967a62f3c149517ba5b2431da93b3c6e90f508b34dc14bfda59bab05681c6ad3fa'

/** The test vectors of Tink itself (tink-java, AesGcmHkdfStreamingTestUtil, Apache-2.0). */
export const knownStreams: KnownStream[] = [
  {
    name: 'three segments',
    format: { segmentBytes: 64, hash: 'sha1', derivedKeyBytes: 16 },
    key: shortKey,
    aad: '616164',
    plaintext: 'This is a fairly long plaintext. It is of the exact length to create three output blocks. ',
    ciphertext:
      '1893b3af5e14ab378d065addfc8484da642c0862877baea8' +
      'db92d9c77406a406168478821c4298eab3e6d531277f4c1a051714faebcaefcbca7b7be05e9445ea' +
      'a0bb2904153398a25084dd80ae0edcd1c3079fcea2cd3770630ee36f7539207b8ec9d754956d486b71cdf989f0ed6fba6779b63558be0a66e668df14e1603cd2' +
      'af8944844078345286d0b292e772e7190775c51a0f83e40c0b75821027e7e538e111',
  },
  {
    name: 'nothing, SHA-1',
    format: { segmentBytes: 64, hash: 'sha1', derivedKeyBytes: 16 },
    key: shortKey,
    aad: '',
    plaintext: '',
    ciphertext: '18ec99b2c3884194023bd41bb9bff309205354c750fa0cb3c0d02609abf71f88eaeaa48d7deca27f',
  },
  {
    name: 'nothing, SHA-256',
    format: { segmentBytes: 64, hash: 'sha256', derivedKeyBytes: 16 },
    key: shortKey,
    aad: '',
    plaintext: '',
    ciphertext: '18be78bce0cab6fd38a9041eea8ab0ffc4cf17e3c00b661d3927f5f79069f41a210fedc40b25648c',
  },
  {
    name: 'nothing, SHA-512',
    format: { segmentBytes: 64, hash: 'sha512', derivedKeyBytes: 16 },
    key: shortKey,
    aad: '',
    plaintext: '',
    ciphertext: '18fec8139ccb406e0f140d7e2bcc41e1b899bc1b121574cc31d1c78ed2ca1cdf324665b8dce21095',
  },
  {
    name: 'nothing, long key',
    format: { segmentBytes: 64, hash: 'sha1', derivedKeyBytes: 16 },
    key: longKey,
    aad: '',
    plaintext: '',
    ciphertext: '180880e85a24207a7b72cefde26306ed09d7d76e58104b751d005a3ffd72dd6151f0d9c8ccf163f7',
  },
  {
    name: 'nothing, AES-256',
    format: { segmentBytes: 64, hash: 'sha1', derivedKeyBytes: 32 },
    key: longKey,
    aad: '',
    plaintext: '',
    ciphertext: emptyUnderLongKey,
  },
  {
    name: 'nothing, AES-256, larger segments',
    format: { segmentBytes: 128, hash: 'sha1', derivedKeyBytes: 32 },
    key: longKey,
    aad: '',
    plaintext: '',
    ciphertext: emptyUnderLongKey,
  },
  {
    name: 'one full segment, AES-256',
    format: { segmentBytes: 120, hash: 'sha1', derivedKeyBytes: 32 },
    key: longKey,
    aad: '00010203',
    plaintext: 'BLOCK 1.BLOCK 2.BLOCK 3.BLOCK 4.BLOCK 5.BLOCK 6.BLOCK 7.BLOCK 8.',
    ciphertext:
      '28782994617714a80fa085e15051a16854522330d6d0f26c049b2192f09cdd98b2eb90c753bfff27' +
      '7a29e54fa4afb15d648c28477eb07f012535c767f5fdce24ffffae318480c1d37357d6d3c511159318afa09ef38aa3f5456fd7817c5c02dd' +
      '6e1a7fef174c8bd24e38b5982ac105497c0101ac5581fe5b',
  },
]

/** Streams that tink-java made with SHA-256 and AES-256, as ours are, in segments of 1 MiB (from pgBackRest's tests, MIT). */
export const knownStreamsAtOneMebibyte = {
  key: Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
  aad: Buffer.from('pgbackrest\x00007\0aes-256-gcm\0demo\0archive\x0018-1/segment\0'),
  plaintext: (bytes: number) =>
    Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => at * 31 + (at >> 8) * 7 + (at >> 16))),
  streams: [
    {
      bytes: 0,
      header: '28510c78c48f1170b3f845cbf6c8daad3d424746e7e1792d7ba6fdbaf551e1ec217539360bbc5200',
      sha256: '452ae2d7c6c8b17da025343878067628f7a7043dd089c0bee9937bafa052e016',
    },
    {
      bytes: 1,
      header: '28f0160d080660db0d0814a32644df5e16e3984a2e25cc4f85330b4298dfe0969872b55305e8fe80',
      sha256: '8ed13d3565ae69238346e2bf594d44d8a8d5a11f3f66a99382d795d2b2f96708',
    },
    {
      bytes: 1_048_520,
      header: '28a6e85d484ce697f0240194d24ebc1189fa9256168a9fc4a268eab2f5f75006dbc8c8f0eaf676f1',
      sha256: '1b3d5f45618c581b3a87e86aa439e8f74162cf94f6c558825e264db7951b1720',
    },
    {
      bytes: 1_048_521,
      header: '28daa33b3c647f7da91f40b197e40a34b3f87ed6b74595522ebefdf9fac83f1d9f889073477505f6',
      sha256: 'ad94679d0e2e390288d7c8741f42ff3fe828b3e0f9e214708988d73673badb74',
    },
  ],
}
