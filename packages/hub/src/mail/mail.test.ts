import { silentLog } from '@quarterdeck/kit';
import { describe, expect, it, vi } from 'vitest';
import { createMailer } from './mailer.ts';
import { invitationMail, verificationMail } from './texts.ts';

const link = new URL('https://console.example/x?a=1&b=2');
const noWait = async () => undefined;

describe('mails', () => {
  it('hold nothing foreign in their markup, and one line as their subject', () => {
    const mail = invitationMail('ivy@example.test', 'A\r\nBcc: x@evil.example', '<script>alert(1)</script>', link);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).toContain('a=1&amp;b=2');
    expect(mail.text).toContain(link.href);
  });

  it('are told to whoever runs the program where there is no mail server', async () => {
    const said: string[] = [];
    await createMailer(null, silentLog, (line) => void said.push(line), noWait)(verificationMail('a@b.test', link));
    expect(said).toEqual([`Mail to a@b.test: Verify your address: ${link.href}`]);
  });

  it('are tried again, some times', async () => {
    const deliver = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValueOnce(undefined);
    const post = createMailer(deliver, silentLog, () => undefined, noWait);
    await post(verificationMail('a@b.test', link));
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(2));
    const never = vi.fn().mockRejectedValue(new Error('gone'));
    await createMailer(never, silentLog, () => undefined, noWait)(verificationMail('a@b.test', link));
    await vi.waitFor(() => expect(never).toHaveBeenCalledTimes(3));
  });
});
