import type { FlowMessage } from '@quarterdeck/contract';

/** Texts of the server about a form; errors are told at once to those who hear the page. */
export function Messages({ messages }: { messages: readonly FlowMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <div className="qd-flow-messages" role={messages.some(({ type }) => type === 'error') ? 'alert' : 'status'}>
      {messages.map(({ id, type, text }) => (
        <p key={`${id} ${text}`} className={`qd-flow-message qd-flow-${type}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
