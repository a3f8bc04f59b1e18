import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The process that a test run lives and dies with: tap when it started this test file, else the file
 * itself, run by hand.
 */
export const testRunPid = process.env.TAP_CHILD_ID === undefined ? process.pid : process.ppid

/** Where the test files of a run note the channels that their products used. */
export function channelsFile(runPid: number): string {
  return join(tmpdir(), `recado-test-channels-${runPid}.txt`)
}

/** Whether the run is to end with an error when there is a channel that no test has the product use. */
export const wantsChannels = process.env.RECADO_CHANNELS === '1'

/** Where the Postgres server of a test run writes its address; `.lock` beside it: it was started. */
export function postgresAddressFile(runPid: number): string {
  return join(tmpdir(), `recado-test-postgres-${runPid}.json`)
}
