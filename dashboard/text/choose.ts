import { batch, effect, signal } from '@preact/signals'
import { readStored, store } from '../browser-storage.ts'
import type { Texts } from './en.ts'

/** The languages of the page, by their BCP 47 tag. */
export const LANGUAGES = { en: 'English', 'pt-BR': 'Português (Brasil)' } as const
export type Language = keyof typeof LANGUAGES
export type Theme = 'auto' | 'light' | 'dark'

/** Each language is a file of its own, loaded when chosen. */
const TEXTS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  'pt-BR': async () => (await import('./pt-br.ts')).ptBr,
}

/** The user's choice, kept in this browser. */
export const language = signal<Language>(languageAtFirst())
export const theme = signal<Theme>(themeAtFirst())
const texts = signal<Texts | null>(null)

effect(() => {
  document.documentElement.lang = language.value
  store('recado.language', language.value)
})
effect(() => {
  document.documentElement.dataset.theme = theme.value
  store('recado.theme', theme.value)
})

/** Loads the texts of a language, then switches to it. */
export async function loadLanguage(chosen: Language): Promise<void> {
  const loaded = await TEXTS[chosen]()
  batch(() => {
    texts.value = loaded
    language.value = chosen
  })
}

/** The texts in the user's language. @throws before the first `loadLanguage` */
export function text(): Texts {
  if (texts.value === null) throw new Error('no language is loaded')
  return texts.value
}

function languageAtFirst(): Language {
  const kept = readStored('recado.language')
  if (kept === 'en' || kept === 'pt-BR') return kept
  return navigator.languages.some((one) => one.toLowerCase().startsWith('pt')) ? 'pt-BR' : 'en'
}

function themeAtFirst(): Theme {
  const kept = readStored('recado.theme')
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}
