import pg from 'pg'
import { processTime, type RunningTime } from '../concurrency/running-time.ts'

type Ask = (...statement: unknown[]) => unknown
type Done = (...outcome: unknown[]) => void

/** As `pg` says when a connection cannot be made in time. */
export const TIMEOUT_MESSAGE = 'timeout expired'

/**
 * A client whose connection is closed when a statement has no answer after `answerMs` of running time. The time-out of
 * `pg` itself runs while this process stands still, and then gives up connections on which the answers wait.
 */
export function clientWithTimeout(
  answerMs: number,
  time: RunningTime = processTime(),
): new (
  config?: pg.ClientConfig,
) => pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as Ask
      const giveUp = () => this.connection.stream.destroy(new Error(TIMEOUT_MESSAGE))
      const within = () => time.after(answerMs, giveUp)
      Object.assign(this, { query: answerInTime(ask, within) })
    }
  }
}

/** The pool passes a callback; all other callers wait for the promise. */
function answerInTime(ask: Ask, begin: () => () => void): Ask {
  return (...statement) => {
    const last = statement.at(-1)
    if (typeof last === 'function')
      return ask(...statement.slice(0, -1), endBefore(last as Done, begin()))
    const answer = ask(...statement)
    if (answer instanceof Promise) {
      const end = begin()
      answer.then(end, end)
    }
    return answer
  }
}

function endBefore(done: Done, end: () => void): Done {
  return (...outcome) => {
    end()
    done(...outcome)
  }
}
