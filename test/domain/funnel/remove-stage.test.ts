import { funnel } from '@recado/domain/funnel/funnel'
import { removeStage } from '@recado/domain/funnel/remove-stage'
import { test } from 'tap'
import { anotherStageAdded, at, stageAdded, stageId, stageRemoved } from '../../examples/funnel.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(funnel, removeStage)

test('a stage leaves the funnel', async (t) => {
  given(stageAdded, anotherStageAdded).when({ stage_id: stageId, at }).appends(t, stageRemoved)
})
test('the last stage stays', async (t) => {
  given(stageAdded).when({ stage_id: stageId, at }).refuses(t, 'last_stage')
})
test('a stage nobody added cannot be removed', async (t) => {
  given(anotherStageAdded).when({ stage_id: stageId, at }).refuses(t, 'stage_not_found')
})
test('a removed stage cannot be removed again', async (t) => {
  given(stageAdded, anotherStageAdded, stageRemoved)
    .when({ stage_id: stageId, at })
    .refuses(t, 'stage_not_found')
})
