import { guardedNames } from '@recado/domain/personal-fields'
import { type DestinationStream, type Logger, pino } from 'pino'
import { limitRepeats } from './rate-limited-log.ts'

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
/** Personal fields of requests and rows whose names do not occur in facts. */
const PERSONAL_ELSEWHERE = [
  ...['phone', 'username', 'lid', 'parent_business_scoped_user_id', 'email'],
  ...['caption', 'last_message_text', 'raw'],
]

/**
 * The log of one process, as JSON lines. Secrets and personal data are masked at the top and two levels down,
 * personal data by the names of its fields in facts. Authors should still log ids, never contents.
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
      hooks: { logMethod: limitRepeats() },
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

/** Lines that wait for a full disk or a slow reader; lines beyond this are dropped. */
const MAX_WAITING_BYTES = 1_000_000
/** How soon a reader that was too slow is offered the lines again. */
const RETRY_MS = 100

// Standard output that never blocks or ends the process: a missing or slow reader and a full disk only delay lines. A
// later line retries what could not be written.
function standardOutput(): DestinationStream {
  // Node makes a pipe non-blocking when it opens the stream; a blocking one stops the process with its reader.
  process.stdout.on('error', () => undefined)
  const output = pino.destination({
    dest: 1,
    sync: true,
    maxLength: MAX_WAITING_BYTES,
    // A retry inside pino would block the whole process for 100 ms each time.
    retryEAGAIN: () => false,
  })
  let isWaiting = false
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EAGAIN' || isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      output.write('')
    }, RETRY_MS).unref()
  })
  // Only failed lines wait in a synchronous stream, and sonic-boom (4.2) would retry them for ever at exit.
  output.flushSync = () => undefined
  return output
}
