import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { RecadoError } from '@recado/client'
import { Command } from 'commander'
import { exportAccount } from '../account-export.ts'
import { type Io, UsageError } from '../io.ts'
import { operatorCall } from '../operator.ts'
import { openSession, type Session } from '../session.ts'

type Account = { readonly id: string; readonly name: string }
type Erasure = {
  readonly status: 'running' | 'done'
  readonly rows: number
  readonly keys: number
}
type Status = Readonly<Record<'intake' | 'read_models', { readonly lag_seconds: number | null }>>
type Data<T> = { readonly data: T }
type Options = { readonly to: string; readonly yes?: boolean }

const ASK_MS = 1_000

export function accountsCommand(io: Io): Command {
  return new Command('accounts')
    .description('end an account, with RECADO_OPERATOR_TOKEN')
    .addCommand(end(io))
}

function end(io: Io): Command {
  return new Command('end')
    .description(
      'release the numbers of an account, export it and erase it, for good; the same call goes on after an interruption',
    )
    .argument('<id>')
    .requiredOption('--to <folder>', 'where the export is written; nobody else needs to read it')
    .option('--yes', 'erase without asking for the name of the account')
    .action(async (id: string, options: Options, command: Command) => {
      const session = await openSession(io, command)
      const path = `/accounts/${encodeURIComponent(id)}`
      const account = await unlessMissing(operatorCall<Data<Account>>(session, 'GET', path))
      if (account !== null) await endAccount(session, path, account.data, options)
      const done = await follow(session, path)
      await session.out.show(done, () => [
        `erased ${id}: ${done.data.rows} rows and the keys of ${done.data.keys} facts`,
      ])
    })
}

/** Nothing arrives once the numbers are released, so that the export has all that is erased. */
async function endAccount(
  session: Session,
  path: string,
  { id, name }: Account,
  { to, yes }: Options,
): Promise<void> {
  if (!yes) await confirm(session, name)
  await releaseNumbers(session, path)
  const key = { name: 'Export at the end', scopes: ['read'] }
  const issued = await operatorCall<Data<{ key: string }>>(session, 'POST', `${path}/api-keys`, key)
  const recado = session.recado(issued.data.key)
  await exportAccount(recado, { account_id: id, name }, to, session.out.tell)
  await operatorCall(session, 'POST', `${path}/erasure`, { name })
}

/** Releases the numbers, and waits until what had arrived by them is shown. */
async function releaseNumbers(session: Session, path: string): Promise<void> {
  const { data } = await operatorCall<Data<readonly { readonly id: string }[]>>(
    session,
    'GET',
    `${path}/connections`,
  )
  for (const { id } of data)
    await operatorCall(session, 'POST', `/connections/${encodeURIComponent(id)}/release`)
  const releasedAt = performance.now()
  for (;;) {
    const { data: status } = await operatorCall<Data<Status>>(session, 'GET', '/status')
    const lags = [status.intake.lag_seconds, status.read_models.lag_seconds]
    const passed = (performance.now() - releasedAt) / 1_000
    if (lags.every((lag) => lag !== null && lag < passed)) return
    session.out.tell('waiting until everything that arrived is shown')
    await sleep(ASK_MS)
  }
}

/** @throws UsageError unless the name is typed */
async function confirm({ out }: Session, name: string): Promise<void> {
  out.tell(
    `This releases the numbers of the account "${name}", exports it, and erases it for good. Type its name to go on:`,
  )
  const lines = createInterface({ input: process.stdin })
  const typed = await lines[Symbol.asyncIterator]().next()
  lines.close()
  if (typed.value?.trim() !== name) throw new UsageError('that is not its name; nothing was done')
}

/** Waits for the end of an erasure, and says how far it is. */
async function follow(session: Session, path: string): Promise<Data<Erasure>> {
  for (;;) {
    const erasure = await operatorCall<Data<Erasure>>(session, 'GET', `${path}/erasure`)
    if (erasure.data.status === 'done') return erasure
    session.out.tell(
      `removed ${erasure.data.rows} rows, and the keys of ${erasure.data.keys} facts`,
    )
    await sleep(ASK_MS)
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RecadoError && error.status === 404) return null
    throw error
  }
}
