#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Rows<T>(Vec<T>);
