import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'

/** Self-signed, for localhost, until 2126; used by tests only. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUJjqo0Um8u5p7taE
F+gKUFxKd+IveOvXO2/A91+efw2hRANCAARTyYGsvZPu67IgVaGy8aghx05aDERk
UqkjLSsd/Kndq65tN8X9rYd6N0UNewsMlZinqQhUkY2fYwJOR+K0FK5k
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUMVqn0OSLrfgrhSjJk8diNUTKMdwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA1MDMwMFoYDzIxMjYxMDI5
MDUwMzAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARTyYGsvZPu67IgVaGy8aghx05aDERkUqkjLSsd/Kndq65tN8X9rYd6
N0UNewsMlZinqQhUkY2fYwJOR+K0FK5ko28wbTAdBgNVHQ4EFgQUt3saI0zDq4SV
tMGX7EqnmwhmkbAwHwYDVR0jBBgwFoAUt3saI0zDq4SVtMGX7EqnmwhmkbAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAI83HbUVIlpZIbqzeEx/jLSquoojSY0q+9PS66ov9NBoAiBl
19UFmoTmUv0z3cQcfff83UMR6UOc6/crMThl3E6Cdg==
-----END CERTIFICATE-----`

/** Starts a TLS server on loopback with that certificate. */
export async function startTls() {
  const server = createServer({ key, cert }, (socket) => socket.on('error', () => undefined).end())
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  }
}
