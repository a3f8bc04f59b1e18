import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable that names the process of a run to the test files of the run. */
export const RUN = 'RECADO_TEST_RUN'

/** The process whose life a test run shares: `test/run/main.ts`, else the test file itself, run by hand. */
export const testRunPid = Number(process.env[RUN] ?? process.pid)

/** Where the test files of a run note the channels that their products used. */
export function channelsFile(runPid: number): string {
  return join(tmpdir(), `recado-test-channels-${runPid}.txt`)
}

/** Whether the run must fail when no test makes the product use some documented channel. */
export const wantsChannels = process.env.RECADO_CHANNELS === '1'

/** Where the Postgres server of a test run writes its address; a file with `.lock` beside it says that it was started. */
export function postgresAddressFile(runPid: number): string {
  return join(tmpdir(), `recado-test-postgres-${runPid}.json`)
}
