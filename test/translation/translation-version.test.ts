import { createHash } from 'node:crypto'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { test } from 'tap'
import { RAW_CORPUS } from '../projectors/intake/raw-corpus.ts'
import { translate } from './translate.ts'

/** What each version makes of the corpus. A raw event added to the corpus changes the line of the present version. */
const INTENTS_OF: Record<number, string> = {
  1: '9c0800adb3824e4ad9e384cf0bb3b43eeb4d595c99421d5eb98f03f656b840a6',
  // The corpus has no message too large for a fact.
  2: '9c0800adb3824e4ad9e384cf0bb3b43eeb4d595c99421d5eb98f03f656b840a6',
  // Nor a shared contact that is no object.
  3: '9c0800adb3824e4ad9e384cf0bb3b43eeb4d595c99421d5eb98f03f656b840a6',
  4: 'a06a45ab84a33c594cfaf2e822d519b6d934c3841c4052f69302fbe9a6886958',
}

test('a translation that says something else is another version', async (t) => {
  const told = JSON.stringify(RAW_CORPUS.map((raw) => translate(raw)))
  t.notMatch(told, /"kind":"unreadable","reason":"(?!user_changed_user_id|unknown_preference)/)
  const sha256 = createHash('sha256').update(told).digest('hex')
  t.equal(sha256, INTENTS_OF[TRANSLATION_VERSION], 'else raise TRANSLATION_VERSION')
})
