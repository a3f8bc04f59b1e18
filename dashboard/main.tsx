import { render } from 'preact'
import { App } from './app.tsx'
import { language, speak } from './text/choose.ts'

const root = document.getElementById('app')
await speak(language.value)
if (root !== null) render(<App />, root)
