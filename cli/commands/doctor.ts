import { Command } from 'commander'
import { checkClock, checkKey, checkReads, checkServer, checkWebhooks } from '../checks.ts'
import { Failed, type Io } from '../io.ts'
import { table } from '../output.ts'
import { openSession } from '../session.ts'

export function doctorCommand(io: Io): Command {
  return new Command('doctor')
    .description('check server, clock, key, numbers, webhooks and reads')
    .action(async (_, command: Command) => {
      const session = await openSession(io, command)
      const { out, profile } = session
      const server = await checkServer(profile)
      const checks = [server.check, ...(server.answer === null ? [] : [checkClock(server.answer)])]
      if (server.answer !== null) {
        const key = await checkKey(session)
        checks.push(...key)
        if (key.every(({ state }) => state !== 'fail'))
          checks.push(...(await checkWebhooks(session)))
        if (key.every(({ what }) => what !== 'reads')) checks.push(await checkReads(session))
      }
      await out.show({ data: checks }, () =>
        table(
          ['', 'what', 'says'],
          checks.map(({ state, what, says }) => [state, what, says]),
        ),
      )
      if (checks.some(({ state }) => state === 'fail')) throw new Failed()
    })
}
