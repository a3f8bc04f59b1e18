import { addStage, MAX_STAGES } from '@recado/domain/funnel/add-stage'
import { funnel } from '@recado/domain/funnel/funnel'
import { test } from 'tap'
import { anotherStageAdded, anotherStageId, at, stageAdded } from '../../examples/funnel.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(funnel, addStage)
const command = { stage_id: anotherStageId, name: 'Proposal sent', at }

test('a stage is added after the last one, in the default colour', async () => {
  given(stageAdded).when(command).appends(anotherStageAdded)
})
test('a stage has the requested colour', async () => {
  const data = { ...anotherStageAdded.data, color: '#ff8800' }
  given(stageAdded)
    .when({ ...command, color: '#ff8800' })
    .appends({ type: 'StageAdded', data })
})
test('a funnel has a limited number of stages', async () => {
  const stages = Array.from({ length: MAX_STAGES }, (_, position) => ({
    ...stageAdded,
    data: { ...stageAdded.data, stage_id: `stage ${position}`, position },
  }))
  given(...stages)
    .when(command)
    .refuses('too_many_stages')
  given(...stages.slice(1))
    .when({ ...command, stage_id: 'stage 5' })
    .appends()
})
test('adding the same stage twice adds it once', async () => {
  given(stageAdded, anotherStageAdded).when(command).appends()
})
