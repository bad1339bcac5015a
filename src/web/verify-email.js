const form = document.getElementById('open-link')
const outcome = document.getElementById('outcome')

// Out of the address bar and the history at once, and sent nowhere before the button is pressed: programs that scan
// mail open links too.
const token = new URLSearchParams(location.search).get('token') ?? ''
history.replaceState(null, '', location.pathname)

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const response = await fetch('/api/auth/verify-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const answer = await response.json()
    if (response.ok) welcome(answer)
    else outcome.textContent = answer.errors ? 'This page was opened without a link.' : answer.detail
    form.hidden = true
  } catch {
    outcome.textContent = 'The server could not be reached. Your link is still good: try again in a moment.'
  } finally {
    button.disabled = false
  }
})

function welcome({ token: session, user, expires_at }) {
  const until = new Date(expires_at).toLocaleDateString()
  outcome.textContent = `You are signed in as ${user.email} until ${until}.`
  document.getElementById('token').value = session
  document.getElementById('example').textContent =
    `curl ${location.origin}/api/inbox/cards \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H "Content-Type: application/json" \\\n  -d '{"text": "Water the plants"}'`
  document.getElementById('signed-in').hidden = false
}
