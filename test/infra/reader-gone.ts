// A process whose log has lost its reader: it says over IPC that it got past each line, and ends when told so.
import { createLogger } from '@recado/infra/logger'

const log = createLogger('left', 'info')
log.info('a line that nobody reads')
process.once('message', () => {
  log.warn('the reader is gone')
  log.fatal('and this line must be out before the end')
  log.info('one more')
  process.send?.('went on')
})
process.send?.('wrote')
