import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answer, Job } from './run-tests.ts'

/** What a process says of a job: its answer, or why there is none. */
export type Reply = Answer | 'ended' | 'timed out'

export type TestProcess = {
  /** @param ms after which the process is ended, and answers nothing more */
  readonly ask: (job: Job, ms: number) => Promise<Reply>
  readonly stop: () => void
}

/** Starts a process that runs built tests, one job at a time. */
export function startTestProcess(out: URL): TestProcess {
  const child = fork(fileURLToPath(new URL('test/mutate/run-tests.js', out)), {
    stdio: 'ignore',
    execArgv: [],
    env: { ...process.env, TAP_TIMEOUT: '3600' },
  })
  const stop = () => void child.kill('SIGKILL')
  const ended = once(child, 'exit').then((): Reply => 'ended')
  return {
    stop,
    ask: async (job, ms) => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<Reply>((resolve) => {
        timer = setTimeout(resolve, ms, 'timed out')
      })
      const answered = answerOf(child)
      child.send(job, () => undefined)
      const reply = await Promise.race([answered, ended, late])
      clearTimeout(timer)
      if (reply === 'timed out') stop()
      return reply
    },
  }
}

/** tap sends messages too, which are no answers. */
function answerOf(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => {
    child.on('message', function receive(message: Answer | object) {
      if (!('failed' in message)) return
      child.off('message', receive)
      resolve(message)
    })
  })
}
