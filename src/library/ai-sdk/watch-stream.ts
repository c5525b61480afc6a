/**
 * The same stream, watched. `onEnd` is called once, before whoever reads learns of the end: it came, it broke, or nobody
 * wants the rest. What is thrown by those who watch must be dealt with by them.
 */
export function watchStream<T>(
  stream: ReadableStream<T>,
  onPart: (part: T) => void,
  onEnd: () => void,
): ReadableStream<T> {
  const reader = stream.getReader();
  let isOver = false;
  const end = () => {
    if (!isOver) onEnd();
    isOver = true;
  };
  return new ReadableStream<T>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        onPart(value);
        controller.enqueue(value);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}
