import { render } from 'preact'
import { App } from './app.tsx'
import { language, loadLanguage } from './text/choose.ts'

const root = document.getElementById('app')
await loadLanguage(language.value)
if (root !== null) render(<App />, root)
