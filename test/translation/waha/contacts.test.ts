import { wahaContacts } from '@recado/translation/waha/contacts'
import { test } from 'tap'

test('a comma in the name of a vCard is shown without its escape', async (t) => {
  const vcard = 'BEGIN:VCARD\nFN:Paz\\, Rui\\; \\\\o/\nEND:VCARD'
  t.equal(wahaContacts({ vCards: [vcard] })?.text, 'Paz, Rui; \\o/')
})

test('a vCard is named by its own fields, not by a text that looks like one', async (t) => {
  const nameOf = (...lines: string[]) => wahaContacts({ vCards: [lines.join('\n')] })?.text
  t.equal(nameOf('NOTE:FN:Bia', 'NOTE:TEL:1', 'item1.FN;X=1:Ana'), 'Ana')
  t.equal(nameOf('NOTE:FN:Bia', 'NOTE:TEL:1', 'item1.TEL;waid=55:+55 21 '), '+55 21')
  t.equal(nameOf('N:Bia', 'FN: '), '[contacts]')
})
