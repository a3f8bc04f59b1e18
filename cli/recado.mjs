#!/usr/bin/env node
import { register } from 'node:module'
import { register as readTypescript } from 'tsx/esm/api'

// The command runs from source after `npm ci` alone, wherever it is called: tsx is found beside this file.
readTypescript({ tsconfig: false })
register('./source-condition.mjs', import.meta.url)
await import('./main.ts')
