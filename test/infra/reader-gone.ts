// A process whose log has lost its reader: it says over IPC that it got past each line,
import { createLogger } from '@recado/infra/logger'

const log = createLogger('left', 'info')
log.info('a line that nobody reads')
// Listening keeps it alive until it is killed.
process.on('message', () => {
  log.warn('the reader is gone')
  for (let i = 0; i < 8; i++) log.warn({ padding: 'x'.repeat(100_000) }, 'more than a pipe holds')
  log.fatal('and this line must be out before the end')
  log.info('one more')
  process.send?.('went on')
})
process.send?.('wrote')
