import { guardedNames } from '@recado/domain/personal-fields'
import { type DestinationStream, type Logger, pino } from 'pino'
import { rateLimited } from './rate-limited-log.ts'

export type { Logger }

const SECRET = [
  'authorization',
  'token',
  'secret',
  'app_secret',
  'api_key',
  'password',
  'cookie',
  'setup_url',
  'hmac_key',
]
/** What is personal in requests and rows under a name that no fact has for such a thing. */
const PERSONAL_ELSEWHERE = [
  ...['phone', 'username', 'lid', 'parent_business_scoped_user_id', 'email'],
  ...['caption', 'last_message_text', 'raw'],
]

/**
 * The log of one process: JSON lines. Secrets and personal data are masked at the top and two levels down, what is personal by the names that
 * it has in facts; the rule for authors is to log ids, never contents.
 * @param name of the process
 */
export function createLogger(
  name: string,
  level: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  const fields = [...new Set([...SECRET, ...PERSONAL_ELSEWHERE, ...guardedNames()])]
  return pino(
    {
      name,
      level,
      hooks: { logMethod: rateLimited() },
      redact: {
        // The process's own `name` at the top stays.
        paths: [
          ...fields.filter((field) => field !== 'name'),
          ...fields.map((field) => `*.${field}`),
          ...fields.map((field) => `*.*.${field}`),
        ],
        censor: '[redacted]',
      },
    },
    destination,
  )
}

/** What waits for a full disk or a slow reader; lines beyond it are dropped. */
const MAX_WAITING_BYTES = 1_000_000
/** After which a reader that was too slow is offered the lines again. */
const AGAIN_MS = 100

/**
 * Standard output, for as long as it takes lines: a reader that is gone or slow or a full disk must not stop what the
 * log tells of. Later lines try again what could not be written.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: true,
    maxLength: MAX_WAITING_BYTES,
    // It would hold up the whole process for 100 ms, again and again.
    retryEAGAIN: () => false,
  })
  let waiting = false
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EAGAIN' || waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      output.write('')
    }, AGAIN_MS).unref()
  })
  // Nothing waits in a synchronous stream but what failed, and sonic-boom (4.2) tries that again for ever.
  output.flushSync = () => undefined
  return output
}
