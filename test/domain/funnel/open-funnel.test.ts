import { funnel } from '@recado/domain/funnel/funnel'
import { openFunnel } from '@recado/domain/funnel/open-funnel'
import { test } from 'tap'
import { anotherStageId, at, stageAdded, stageId, thirdStageId } from '../../examples/funnel.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(funnel, openFunnel)
const command = { stage_ids: { new: stageId, engaged: anotherStageId, won: thirdStageId }, at }

test('an account starts with New, In conversation and Customer', async () => {
  const { data } = stageAdded
  given()
    .when(command)
    .appends(
      { type: 'StageAdded', data },
      {
        type: 'StageAdded',
        data: {
          ...data,
          stage_id: anotherStageId,
          name: 'In conversation',
          position: 1,
          auto_kind: 'engaged',
        },
      },
      {
        type: 'StageAdded',
        data: { ...data, stage_id: thirdStageId, name: 'Customer', position: 2, auto_kind: 'won' },
      },
    )
})
test('a funnel with stages is not changed', async () => {
  given(stageAdded).when(command).appends()
})
