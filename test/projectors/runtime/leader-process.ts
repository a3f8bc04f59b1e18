import { once } from 'node:events'
import { electLeader } from '@recado/projectors/runtime/leader-election'

// A process that wants to lead: tells its parent when it gains and loses leadership. Its argument is the database.

const signal = new AbortController().signal
const tell = (said: string) => void process.send?.(said)
await electLeader(
  {
    databaseUrl: String(process.argv[2]),
    ...{
      role: 'part',
      signal,
      silenceMs: 8_000,
      unansweredMs: 12_000,
      onError: () => tell('error'),
    },
    leads: (isLeader) => tell(isLeader ? 'leads' : 'stands by'),
  },
  async (leadership) => {
    await once(leadership.signal, 'abort')
    tell('lost')
  },
)
