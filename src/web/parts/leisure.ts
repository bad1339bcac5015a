import { effect } from '@preact/signals'
import { confirmed } from '../model/changes.ts'

/** Resolves once the first cards are drawn and the browser is idle. What they don't need is loaded then, or when it is used. */
export const leisure = new Promise<void>((resolve) => {
  // Safari has no such callback.
  const { requestIdleCallback = setTimeout } = globalThis
  const stop = effect(() => {
    if (!confirmed.value.workspace.projects) return
    requestAnimationFrame(() => requestIdleCallback(() => resolve()))
    queueMicrotask(() => stop())
  })
})
