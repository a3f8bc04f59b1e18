import { describeFailure } from '@recado/infra/http-client/unanswered'
import { test } from 'tap'

const error = (code: string, more: object = {}) =>
  Object.assign(new Error(`it says ${code}`), { code, ...more })

/** Codes of Node, OpenSSL and undici, by the kind that each is. */
const KINDS = {
  connection_refused: ['ECONNREFUSED'],
  dns: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
  unreachable: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
  timeout: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
  connection_closed: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
  invalid_answer: ['UND_ERR_HEADERS_OVERFLOW'],
  tls: [
    ...['EPROTO', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'CERT_SIGNATURE_FAILURE'],
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH'],
    ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'INVALID_CA'],
  ],
  unknown: ['ESOMETHING', ''],
} as const

test('a code tells the kind of failure', async (t) => {
  for (const [failure, codes] of Object.entries(KINDS))
    for (const code of codes) t.match(describeFailure(error(code)), { status: null, failure }, code)
})

test('what a name server does is told apart from what an endpoint does', async (t) => {
  for (const code of ['ECONNREFUSED', 'ETIMEOUT', 'ESERVFAIL', 'ENODATA'])
    for (const syscall of ['queryA', 'queryAaaa', 'getaddrinfo'])
      t.match(describeFailure(error(code, { syscall })), { failure: 'dns' }, `${syscall} ${code}`)
})

test('a connection that ends during the TLS handshake is a failure of TLS', async (t) => {
  const message = 'Client network socket disconnected before secure TLS connection was established'
  const ended = Object.assign(new Error(message), { code: 'ECONNRESET' })
  t.strictSame(describeFailure(ended), { status: null, error: message, failure: 'tls' })
})

test('of several addresses the first one is told, and anything thrown has words', async (t) => {
  const several = new AggregateError([error('EHOSTUNREACH'), error('ECONNREFUSED')])
  t.match(describeFailure(several), { error: 'it says EHOSTUNREACH', failure: 'unreachable' })
  t.match(describeFailure(new AggregateError([])), { error: 'AggregateError', failure: 'unknown' })
  t.match(describeFailure('thrown'), { error: 'thrown', failure: 'unknown' })
  t.match(describeFailure(undefined), { error: 'undefined', failure: 'unknown' })
  t.equal(describeFailure(new Error('x'.repeat(9_000))).error.length, 500)
})
