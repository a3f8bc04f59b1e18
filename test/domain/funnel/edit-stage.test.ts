import { editStage } from '@recado/domain/funnel/edit-stage'
import { funnel } from '@recado/domain/funnel/funnel'
import { test } from 'tap'
import {
  anotherStageAdded,
  anotherStageId,
  at,
  stageAdded,
  stageId,
  stageMoved,
  stageRecoloured,
  stageRenamed,
  thirdStageAdded,
} from '../../examples/funnel.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(funnel, editStage)
const threeStages = [stageAdded, anotherStageAdded, thirdStageAdded] as const
const edit = { stage_id: stageId, at }

test('only sent fields change', async () => {
  given(...threeStages)
    .when({ ...edit, name: 'Lead' })
    .appends(stageRenamed)
  given(...threeStages)
    .when({ ...edit, color: '#ff8800' })
    .appends(stageRecoloured)
  given(...threeStages)
    .when({ ...edit, position: 2 })
    .appends(stageMoved)
})
test('each sent field gives one fact', async () => {
  given(...threeStages)
    .when({ ...edit, name: 'Lead', color: '#ff8800', position: 2 })
    .appends(stageRenamed, stageRecoloured, stageMoved)
})
test('a field that has the value already gives no fact', async () => {
  given(...threeStages)
    .when({ ...edit, name: 'New', color: '#5b9bd9', position: 0 })
    .appends()
})
test('an edit changes no other stage', async () => {
  const renamed = { ...stageRenamed.data, stage_id: anotherStageId }
  given(...threeStages, stageRenamed)
    .when({ stage_id: anotherStageId, name: 'Lead', at })
    .appends({ type: 'StageRenamed', data: renamed })
})
test('a position beyond the end is the last one', async () => {
  given(...threeStages)
    .when({ ...edit, position: 99 })
    .appends(stageMoved)
})
test('a fraction of a position is cut off', async () => {
  given(...threeStages)
    .when({ ...edit, position: 2.9 })
    .appends(stageMoved)
  given(...threeStages)
    .when({ ...edit, position: 0.9 })
    .appends()
})
test('a position below 0 is the first one', async () => {
  const moved = { ...thirdStageAdded.data, position: 0 }
  given(...threeStages)
    .when({ stage_id: moved.stage_id, position: -3, at })
    .appends({
      type: 'StageMoved',
      data: { stage_id: moved.stage_id, position: 0, moved_at: at },
    })
})
test('a stage nobody added cannot be edited', async () => {
  given(anotherStageAdded)
    .when({ ...edit, name: 'Lead' })
    .refuses('stage_not_found')
})
