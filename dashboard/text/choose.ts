import { effect, signal } from '@preact/signals'
import { en, type Texts } from './en.ts'
import { ptBr } from './pt-br.ts'

/** The languages of the page, by the name that browsers know. */
export const LANGUAGES = { en: 'English', 'pt-BR': 'Português (Brasil)' } as const
export type Language = keyof typeof LANGUAGES
export type Theme = 'auto' | 'light' | 'dark'

const TEXTS: Readonly<Record<Language, Texts>> = { en, 'pt-BR': ptBr }

/** What the person chose, kept in this browser. */
export const language = signal<Language>(languageAtFirst())
export const theme = signal<Theme>(themeAtFirst())

effect(() => {
  document.documentElement.lang = language.value
  localStorage.setItem('recado.language', language.value)
})
effect(() => {
  document.documentElement.dataset.theme = theme.value
  localStorage.setItem('recado.theme', theme.value)
})

/** The texts in the language of the person. */
export function text(): Texts {
  return TEXTS[language.value]
}

function languageAtFirst(): Language {
  const kept = localStorage.getItem('recado.language')
  if (kept === 'en' || kept === 'pt-BR') return kept
  return navigator.languages.some((one) => one.toLowerCase().startsWith('pt')) ? 'pt-BR' : 'en'
}

function themeAtFirst(): Theme {
  const kept = localStorage.getItem('recado.theme')
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}
