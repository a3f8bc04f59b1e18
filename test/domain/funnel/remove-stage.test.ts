import { funnel } from '@recado/domain/funnel/funnel'
import { removeStage } from '@recado/domain/funnel/remove-stage'
import { test } from 'tap'
import { anotherStageAdded, at, stageAdded, stageId, stageRemoved } from '../../examples/funnel.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(funnel, removeStage)

test('a stage leaves the funnel', async () => {
  given(stageAdded, anotherStageAdded).when({ stage_id: stageId, at }).appends(stageRemoved)
})
test('the last stage cannot be removed', async () => {
  given(stageAdded).when({ stage_id: stageId, at }).refuses('last_stage')
})
test('a stage nobody added cannot be removed', async () => {
  given(anotherStageAdded).when({ stage_id: stageId, at }).refuses('stage_not_found')
})
test('a removed stage cannot be removed again', async () => {
  given(stageAdded, anotherStageAdded, stageRemoved)
    .when({ stage_id: stageId, at })
    .refuses('stage_not_found')
})
