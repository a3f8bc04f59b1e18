import { removeTemplate } from '@recado/domain/template/remove-template'
import { template } from '@recado/domain/template/template'
import { test } from 'tap'
import { at, templateRemoved, templateSynced } from '../../examples/template.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(template, removeTemplate)

test('a template that is not listed any more is removed', async () => {
  given(templateSynced).when({ at }).appends(templateRemoved)
})
test('what is not there is not removed', async () => {
  given().when({ at }).appends()
  given(templateSynced, templateRemoved).when({ at }).appends()
})
