/** A mail with these header fields and this body. */
export const mail = (headers: string[], body: string) =>
  [...headers, 'MIME-Version: 1.0', ...body.split('\n')].join('\r\n')
export const headers = [
  'From: "Margaret O\'Neill" <margaret@example.com>',
  'To: Hartley <office@hartley.example>, "Smith, John" <john@example.com>',
  'Cc: =?utf-8?B?Wm/DqyBOZ3V54buFbg==?= <zoe@example.com>',
  'Subject: =?utf-8?Q?Mum=E2=80=99s_will?=',
  'Date: Mon, 3 Aug 2026 01:15:00 +0200',
]
