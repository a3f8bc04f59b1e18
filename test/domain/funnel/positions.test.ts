import assert from 'node:assert/strict'
import { isRefusal } from '@recado/domain/decision'
import { addStage } from '@recado/domain/funnel/add-stage'
import { editStage } from '@recado/domain/funnel/edit-stage'
import type { FunnelEvent } from '@recado/domain/funnel/events'
import { type Funnel, funnel } from '@recado/domain/funnel/funnel'
import { removeStage } from '@recado/domain/funnel/remove-stage'
import fc from 'fast-check'
import { test } from 'tap'
import { at } from '../../examples/funnel.ts'

const stageId = fc.integer({ min: 0, max: 6 }).map((n) => `stage-${n}`)
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), stage_id: stageId }),
  fc.record({ do: fc.constant('move' as const), stage_id: stageId, position: fc.double() }),
  fc.record({ do: fc.constant('remove' as const), stage_id: stageId }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The positions that a reader derives from the facts alone. */
type Places = ReadonlyMap<string, number>

function decided(what: Step, state: Funnel): readonly FunnelEvent[] {
  const outcome =
    what.do === 'add'
      ? addStage({ stage_id: what.stage_id, name: what.stage_id, at }, state)
      : what.do === 'move'
        ? editStage({ stage_id: what.stage_id, position: what.position, at }, state)
        : removeStage({ stage_id: what.stage_id, at }, state)
  return isRefusal(outcome) ? [] : outcome
}

/** Applies a fact: stages behind a removed one move up, stages from an inserted one on move down. */
function replaced(places: Places, event: FunnelEvent): Places {
  const id = event.data.stage_id
  const left = new Map(places)
  const from = left.get(id)
  if (event.type === 'StageMoved' || event.type === 'StageRemoved') {
    left.delete(id)
    for (const [other, place] of left) if (place > Number(from)) left.set(other, place - 1)
  }
  if (event.type === 'StageMoved' || event.type === 'StageAdded') {
    const to = event.data.position
    for (const [other, place] of left) if (place >= to) left.set(other, place + 1)
    left.set(id, to)
  }
  return left
}

test('positions are 0 to n-1 without ties after any adds, moves and removes', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let state = funnel.initialState
      let places: Places = new Map()
      for (const what of steps) {
        const events = decided(what, state)
        state = events.reduce(funnel.evolve, state)
        places = events.reduce(replaced, places)
        assert.deepEqual([...places].sort(byPlace), [...state.stages.entries()].map(idAndPlace))
      }
    }),
  )
})

function byPlace([, a]: [string, number], [, b]: [string, number]): number {
  return a - b
}

function idAndPlace([place, { id }]: [number, { id: string }]): [string, number] {
  return [id, place]
}
