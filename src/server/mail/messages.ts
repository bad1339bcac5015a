export interface Message {
  to: string
  subject: string
  text: string
  html: string
}

export type MessageKind = 'sign_in' | 'change_address'

const wording = {
  sign_in: {
    subject: 'Your sign-in link for Inboard',
    opening: 'Here is your link to sign in to Inboard:',
    button: 'Sign in to Inboard',
    otherwise:
      "If you didn't ask to sign in, you can ignore this message: nobody can sign in without the link.",
  },
  change_address: {
    subject: 'Confirm your new address for Inboard',
    opening: 'Open this link to use this address for your Inboard account:',
    button: 'Confirm this address',
    otherwise: "If you didn't ask for this, you can ignore this message: nothing changes without the link.",
  },
}

export function linkMessage(kind: MessageKind, to: string, link: string): Message {
  const { subject, opening, button, otherwise } = wording[kind]
  const validity = 'It expires in 15 minutes and works once.'
  return {
    to,
    subject,
    text: `Hello,\n\n${opening}\n\n${link}\n\n${validity}\n\n${otherwise}\n`,
    // The only character with a meaning in HTML that these URLs can contain.
    html: html(subject, opening, button, link.replaceAll('&', '&amp;'), validity, otherwise),
  }
}

// Mail programs know little CSS: one narrow block, inline styles, no pictures, and the link as plain text too.
const html = (
  subject: string,
  opening: string,
  button: string,
  link: string,
  validity: string,
  otherwise: string,
) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto">
<p>Hello,</p>
<p>${opening}</p>
<p style="margin:28px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5f4a;color:#ffffff;text-decoration:none;font-weight:600">${button}</a></p>
<p style="font-size:14px;word-break:break-all"><a href="${link}">${link}</a></p>
<p>${validity}</p>
<p style="font-size:14px;opacity:.75">${otherwise}</p>
</div>
</body>
</html>
`
