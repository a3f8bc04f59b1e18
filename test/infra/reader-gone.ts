// A process whose log has lost its reader: it reports over IPC after each step,
import { createLogger } from '@recado/infra/logger'

const log = createLogger('left', 'info')
log.info('a line that nobody reads')
// The listener keeps the process alive until it is killed.
process.on('message', () => {
  log.warn('the reader is gone')
  for (let i = 0; i < 8; i++) log.warn({ padding: 'x'.repeat(100_000) }, 'more than a pipe holds')
  log.fatal('and this line must be out before the end')
  log.info('one more')
  process.send?.('went on')
})
process.send?.('wrote')
