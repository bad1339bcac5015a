const form = document.getElementById('sign-in')
const outcome = document.getElementById('outcome')

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const response = await fetch('/api/auth/magic-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: form.elements.email.value }),
    })
    const answer = await response.json()
    outcome.textContent = answer.errors
      ? `The address ${answer.errors[0].message}.`
      : (answer.message ?? answer.detail)
  } catch {
    outcome.textContent = 'The server could not be reached. Try again in a moment.'
  } finally {
    button.disabled = false
  }
})
