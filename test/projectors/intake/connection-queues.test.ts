import { setTimeout as delay, setImmediate as tick } from 'node:timers/promises'
import type { RawEvent, WholeRawEvent } from '@recado/application/intake/raw-event'
import { connectionQueues, type QueueBounds } from '@recado/projectors/intake/connection-queues'
import type { IntakeCheckpoint } from '@recado/projectors/intake/intake-tables'
import fc from 'fast-check'
import { test } from 'tap'
import { brittleStore, type Fault, type ModelEvent, modelLog } from './model-log.ts'

const MANY = 1_000_000

/** One run over the log from a checkpoint on, in which the test completes each step. */
function openRun(
  log: readonly WholeRawEvent[],
  faults: Fault[],
  bounds: QueueBounds,
  from: number,
) {
  const stop = new AbortController()
  const given: (readonly [RawEvent, number])[] = []
  const doneOf = new Map<RawEvent, number>()
  let next = from
  const queues = connectionQueues<number>({
    store: brittleStore(log, faults),
    tasksOf: ({ data }) => tasksOf(data.payload as ModelEvent),
    bounds,
    signal: stop.signal,
    onOutage: () => undefined,
    onChange: () => undefined,
    onFault: (error) => {
      throw error
    },
  })
  let underWay: ReturnType<typeof queues.take>[number][] = []
  const connectionsOf = (raws: readonly RawEvent[]) =>
    new Set(raws.map(({ data }) => data.connection_id))
  return {
    queues,
    stop: () => stop.abort(),
    given,
    isPassed: () => next === log.length,
    pass() {
      const raw = log[next]
      if (raw === undefined) return
      next += 1
      queues.pass(raw)
    },
    take() {
      const steps = queues.take()
      for (const step of steps) given.push([step.event.raw, 'task' in step ? step.task : 0])
      underWay = [...underWay, ...steps]
      return { steps, underWay }
    },
    /** Completes one of the steps in progress. @returns the raw event if it was its last step */
    done(which: number): RawEvent | null {
      const step = underWay[which % Math.max(1, underWay.length)]
      if (step === undefined) return null
      underWay = underWay.filter((other) => other !== step)
      queues.done(step)
      const { raw } = step.event
      const done = (doneOf.get(raw) ?? 0) + 1
      doneOf.set(raw, done)
      return done >= stepsOf(raw) ? raw : null
    },
    waitingConnections() {
      const undone = log
        .slice(from, next)
        .filter((raw) => stepsOf(raw) > 0 && (doneOf.get(raw) ?? 0) < stepsOf(raw))
      return connectionsOf(undone)
    },
    busyConnections: () => connectionsOf(underWay.map(({ event }) => event.raw)),
  }
}

function tasksOf({ tasks, isFaulty }: ModelEvent): readonly number[] {
  if (isFaulty) throw new TypeError('nobody understands it')
  return Array.from({ length: tasks }, (_, i) => i)
}

function stepsOf({ data }: RawEvent): number {
  const { tasks, isFaulty } = data.payload as ModelEvent
  return isFaulty ? 1 : tasks
}

const event = fc.record({
  connection: fc.nat(3),
  day: fc.nat(1),
  tasks: fc.nat(3),
  isFaulty: fc.boolean(),
  size: fc.nat(2_000),
})
const someBounds = fc.record({
  steps: fc.integer({ min: 1, max: 12 }),
  bytes: fc.integer({ min: 1, max: 12_000 }),
})
const action = fc.oneof(
  { weight: 6, arbitrary: fc.constant('pass') },
  { weight: 3, arbitrary: fc.constant('take') },
  { weight: 6, arbitrary: fc.nat(50) },
  { weight: 2, arbitrary: fc.constant('tick') },
  { weight: 1, arbitrary: fc.constant('crash') },
)

test('an event without room needs no payload, and is read when there is room', async (t) => {
  const one = { connection: 1, day: 1, tasks: 1, isFaulty: false, size: 1 }
  const log = modelLog([one, one])
  const [first, second] = log as [WholeRawEvent, WholeRawEvent]
  const { queues, take, done, given, stop } = openRun(log, [], { steps: 1, bytes: 1 }, 0)
  t.teardown(stop)
  t.equal(queues.mayKeep(first), true)
  queues.pass(first)
  t.equal(queues.mayKeep(second), false)
  queues.pass({ ...second, data: { ...second.data, payload: {}, payload_parts: 2 } } as RawEvent)
  while (!queues.isIdle()) {
    take()
    done(0)
    await tick()
  }
  t.same(
    given.map(([raw]) => raw.id),
    [first.id, second.id],
  )
})

test('in any order of events, faults and crashes everything is done, in order, and nothing twice in a run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 60 }),
      fc.array(action, { maxLength: 150 }),
      fc.array(fc.constantFrom<Fault>('none', 'away', 'behind'), { maxLength: 3 }),
      someBounds,
      async (events, actions, told, bounds) => {
        const faults = [...told]
        const log = modelLog(events)
        const recorded = new Set<string>()
        let saved: IntakeCheckpoint | null = null
        let run = openRun(log, faults, bounds, 0)
        const note = (raw: RawEvent | null) => raw && recorded.add(raw.id)
        const save = () => {
          const upTo = run.queues.checkpoint()
          if (upTo === null) return
          const index = log.findIndex(({ id }) => id === upTo.event_id)
          mustBe(log[index]?.position === upTo.position, 'a checkpoint names an event')
          const isDone = (raw: RawEvent) => stepsOf(raw) === 0 || recorded.has(raw.id)
          mustBe(log.slice(0, index + 1).every(isDone), 'everything before a checkpoint is done')
          saved = upTo
        }
        for (const what of actions) {
          if (what === 'pass') run.pass()
          else if (what === 'take') run.take()
          else if (what === 'tick') await tick()
          else if (what !== 'crash') note(run.done(what))
          else {
            run.stop()
            inOrderAndOnce(run.given)
            const at: IntakeCheckpoint | null = saved
            run = openRun(log, faults, bounds, at === null ? 0 : indexBehind(log, at))
          }
          save()
        }
        let rounds = 0
        while (!run.isPassed() || !run.queues.isIdle()) {
          mustBe(rounds++ < MANY / 100, 'the run ends')
          run.pass()
          run.take()
          for (let n = 0; n < 5; n++) note(run.done(n))
          save()
          // A reader pauses after a failed read.
          await (run.take().underWay.length > 0 ? tick() : delay(1))
        }
        run.stop()
        inOrderAndOnce(run.given)
        const missing = log.filter((raw) => stepsOf(raw) > 0 && !recorded.has(raw.id))
        mustBe(missing.length === 0, 'everything is done in the end')
        mustBe(log.length === 0 || saved !== null, 'the checkpoint was stored')
      },
    ),
    { numRuns: 150 },
  )
})

test('a connection with work always has a step in progress, and never more than its share', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 80 }),
      fc.array(fc.oneof(fc.constant('pass'), fc.nat(50)), { maxLength: 200 }),
      fc.integer({ min: 1, max: 12 }),
      async (events, actions, steps) => {
        const run = openRun(modelLog(events), [], { steps, bytes: MANY }, 0)
        for (const what of actions) {
          if (typeof what === 'number') run.done(what)
          else run.pass()
          const waiting = run.waitingConnections()
          const { steps: taken, underWay } = run.take()
          mustBe(isSubset(waiting, run.busyConnections()), 'no connection waits for another')
          const share = Math.max(1, Math.floor(steps / waiting.size))
          for (const id of new Set(taken.map((step) => step.event.raw.data.connection_id))) {
            const own = underWay.filter((step) => step.event.raw.data.connection_id === id)
            mustBe(own.length <= share, 'no connection has more than its share')
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('events that were deleted before they were read are skipped', async (t) => {
  const light = { connection: 0, day: 0, tasks: 1, isFaulty: false, size: 1 }
  const log = modelLog([light, light, { ...light, day: 1 }])
  const run = openRun(log, ['deleted'], { steps: 1, bytes: 1 }, 0)
  while (!run.isPassed()) run.pass()
  for (let round = 0; round < 50 && !run.queues.isIdle(); round++) {
    run.take()
    run.done(0)
    await tick()
  }
  t.equal(run.given.length, 2)
  t.equal(run.queues.checkpoint()?.event_id, log[2]?.id)
  run.stop()
})

function isSubset(of: ReadonlySet<unknown>, all: ReadonlySet<unknown>): boolean {
  return [...of].every((one) => all.has(one))
}

function indexBehind(log: readonly RawEvent[], { event_id }: IntakeCheckpoint): number {
  return log.findIndex(({ id }) => id === event_id) + 1
}

function inOrderAndOnce(given: readonly (readonly [RawEvent, number])[]): void {
  const last = new Map<string | null, readonly [RawEvent, number]>()
  for (const step of given) {
    const [raw, task] = step
    const [before, taskBefore] = last.get(raw.data.connection_id) ?? [undefined, -1]
    const isLater = before === undefined || before.position < raw.position
    mustBe(isLater || (before === raw && taskBefore < task), 'a connection goes in log order')
    last.set(raw.data.connection_id, step)
  }
}

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`broken: ${rule}`)
}
