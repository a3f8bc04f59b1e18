import type { FunnelEvent } from '@recado/domain/funnel/events'
import { funnel } from '@recado/domain/funnel/funnel'
import { stagesProjection } from '@recado/projectors/read-models/stages'
import { type Test, test } from 'tap'
import { accountId } from '../../examples/account.ts'
import {
  anotherStageAdded,
  anotherStageId,
  at,
  stageAdded,
  stageId,
  stageMoved,
  stageRecoloured,
  stageRemoved,
  stageRenamed,
  thirdStageAdded,
  thirdStageId,
} from '../../examples/funnel.ts'
import { projecting, recorded } from '../../kit/projecting.ts'

const threeStages = [stageAdded, anotherStageAdded, thirdStageAdded] as const

/** The funnel's read model; `given` applies each fact list as one batch. */
async function openFunnel(t: Test) {
  const models = await projecting([stagesProjection])
  t.teardown(() => models.close())
  return {
    given: (...facts: readonly FunnelEvent[]) =>
      models.given(
        ...facts.map((fact) => recorded(`funnel-${accountId}`, fact, { account_id: accountId })),
      ),
    stages: () =>
      models.query<{ id: string; position: number }>('select * from stages order by position'),
    async shows(key: string) {
      const [row] = await models.query<{ stage_id: string }>(
        'select stage_id from stage_resolution where account_id = $1 and key = $2',
        [accountId, key],
      )
      return row?.stage_id
    },
  }
}

test('a stage is a row with all fields of the list', async (t) => {
  const { given, stages } = await openFunnel(t)
  await given(stageAdded, stageRenamed, stageRecoloured)
  t.match(await stages(), [
    {
      id: stageId,
      account_id: accountId,
      name: 'Lead',
      color: '#ff8800',
      position: 0,
      auto_kind: 'new',
      created_at: at,
    },
  ])
})

test('a moved stage takes its new position and the others make room', async (t) => {
  const { given, stages } = await openFunnel(t)
  await given(...threeStages)
  await given(stageMoved)
  const order = (await stages()).map(({ id, position }) => [position, id])
  t.same(order, [
    [0, anotherStageId],
    [1, thirdStageId],
    [2, stageId],
  ])
})

test('the stages after a removed one move up', async (t) => {
  const { given, stages } = await openFunnel(t)
  await given(...threeStages, stageRemoved)
  const order = (await stages()).map(({ id, position }) => [position, id])
  t.same(order, [
    [0, anotherStageId],
    [1, thirdStageId],
  ])
})

test('repeated facts change nothing', async (t) => {
  const { given, stages } = await openFunnel(t)
  await given(...threeStages, stageMoved)
  const before = await stages()
  await given(...threeStages, stageMoved)
  t.same(await stages(), before)
})

test('the order is the one that decisions use', async (t) => {
  const { given, stages } = await openFunnel(t)
  const moves = [2, 0, 1, 1, 0].map((position, i): FunnelEvent => {
    const stage_id = [stageId, anotherStageId, thirdStageId][i % 3] as string
    return { type: 'StageMoved', data: { stage_id, position, moved_at: at } }
  })
  const facts: FunnelEvent[] = [...threeStages, ...moves]
  await given(...facts)
  const decided = facts.reduce(funnel.evolve, funnel.initialState)
  t.same(
    (await stages()).map(({ id }) => id),
    decided.stages.map(({ id }) => id),
  )
})

test('a stage resolves to itself, and a kind to its stage', async (t) => {
  const { given, shows } = await openFunnel(t)
  await given(...threeStages)
  t.equal(await shows(anotherStageId), anotherStageId)
  t.equal(await shows('new'), stageId)
  t.equal(await shows('won'), thirdStageId)
})

test('a kind without a stage resolves to the stage of the next lower kind, or else to the first stage', async (t) => {
  const { given, shows } = await openFunnel(t)
  await given(...threeStages)
  t.equal(await shows('engaged'), stageId, 'without a stage of kind engaged, new is the next lower')
  await given({ type: 'StageRemoved', data: { stage_id: thirdStageId, removed_at: at } })
  t.equal(await shows('won'), stageId)
  await given(stageRemoved)
  t.equal(await shows('won'), anotherStageId)
  t.equal(await shows('new'), anotherStageId)
  t.equal(await shows(stageId), undefined, 'contacts of a removed stage show their automatic one')
})

test('the first stage is the first by position, also after a move', async (t) => {
  const { given, shows } = await openFunnel(t)
  const plain = { ...stageAdded, data: { ...stageAdded.data, auto_kind: null } } as const
  await given(plain, anotherStageAdded)
  t.equal(await shows('engaged'), stageId)
  await given({ ...stageMoved, data: { ...stageMoved.data, position: 1 } })
  t.equal(await shows('engaged'), anotherStageId)
})
