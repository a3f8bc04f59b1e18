import type { NoAnswer } from '@recado/domain/webhook-delivery/events'

/** A POST that got no answer: what happened, in words and as a kind. */
export type Unanswered = {
  readonly status: null
  readonly error: string
  readonly failure: NoAnswer
}

const MAX_WORDS = 500

export class NoAnswerInTime extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`)
    this.name = 'NoAnswerInTime'
  }
}

/** The answer has an impossible status. */
export class InvalidAnswer extends Error {
  constructor(status: number) {
    super(`the answer has ${status} where its status should be`)
    this.name = 'InvalidAnswer'
  }
}

/** Describes why a POST got no answer, for the delivery's history. */
export function describeFailure(error: unknown): Unanswered {
  // Of several addresses that failed, only the first is reported.
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return { status: null, error: wordsOf(first), failure: kindOf(first) }
}

/** The words for the delivery's history. Cut, because a certificate error may name hundreds of hosts. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message || error.name : String(error)
  return words.slice(0, MAX_WORDS).toWellFormed()
}

const BY_NAME: Readonly<Record<string, NoAnswer | undefined>> = {
  AddressRefused: 'address_forbidden',
  AnswerTooLong: 'invalid_answer',
  HTTPParserError: 'invalid_answer',
  InvalidAnswer: 'invalid_answer',
  NoAnswerInTime: 'timeout',
}

/** Codes of Node, of OpenSSL and of undici. */
const BY_CODE: readonly (readonly [codes: RegExp, kind: NoAnswer])[] = [
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(EHOST|ENET)(UNREACH|DOWN)$|^EADDRNOTAVAIL$|^E(ACCES|PERM|INVAL)$/, 'unreachable'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'connection_closed'],
  [/^UND_ERR_(HEADERS_OVERFLOW|RES_)/, 'invalid_answer'],
  [/^(ENOTFOUND|EAI_)/, 'dns'],
  [/^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|HOSTNAME_|INVALID_|PATH_LENGTH_)/, 'tls'],
  [/^UNABLE_TO_|SELF_SIGNED_CERT|^ERROR_IN_C/, 'tls'],
]

function kindOf(error: unknown): NoAnswer {
  const { name = '', code = '', syscall = '', message = '' } = Object(error) as ErrorFields
  // A name server that refuses or is silent has the codes of an endpoint that does.
  if (/^(query|getaddrinfo)/.test(syscall)) return 'dns'
  // A connection that ends during the handshake has the code of any other that ends.
  if (message.includes('secure TLS connection')) return 'tls'
  const known = BY_CODE.find(([codes]) => codes.test(code))
  return BY_NAME[name] ?? known?.[1] ?? 'unknown'
}

type ErrorFields = { name?: string; code?: string; syscall?: string; message?: string }
