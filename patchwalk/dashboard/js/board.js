// The board on the page: takes messages of the Python side, acknowledges frames, says when it is there.
export default {
  render({ model, el }) {
    const receive = (message) => {
      if (message.kind === "frame") model.send({ kind: "ack", number: message.number, gap: false });
    };
    el.dataset.testid = "board";
    model.on("msg:custom", receive);
    model.send({ kind: "ready" });
    return () => model.off("msg:custom", receive);
  },
};
